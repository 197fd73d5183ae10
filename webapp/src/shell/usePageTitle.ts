// The browser tab's title and the focus of a page that was just opened.
import { type RefObject, useEffect, useRef } from 'react';
import { useBrandName } from '@/features/branding/branding';

/** Sets the document's title; the returned ref goes on the page's `h1`, which gets the focus when the page opens. */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const brand = useBrandName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
