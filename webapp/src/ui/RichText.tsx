// A text with bold, lists and links. It is read as a document of its own, in which nothing runs and nothing loads, and only the elements
// that the rules allow are drawn: what the server sent is never put into the page as it is.
import { createElement, Fragment, type ReactNode } from 'react';
import { announcementLimits } from '@/core/rules';
import styles from './RichText.module.css';

/** Deepest nesting that is drawn. */
const MAX_DEPTH = 20;

interface Allowed {
  tags: readonly string[];
  schemes: readonly string[];
}

function addressOf(element: Element, { schemes }: Allowed): string | undefined {
  const href = element.getAttribute('href') ?? '';
  try {
    const url = new URL(href);
    return schemes.includes(url.protocol.slice(0, -1)) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function drawn(node: Node, key: number, allowed: Allowed, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || depth > MAX_DEPTH) return null;
  const tag = node.tagName.toLowerCase();
  if (tag === 'script' || tag === 'style') return null;
  if (tag === 'br') return <br key={key} />;
  const inside = [...node.childNodes].map((child, at) => drawn(child, at, allowed, depth + 1));
  if (!allowed.tags.includes(tag)) return <Fragment key={key}>{inside}</Fragment>;
  if (tag !== 'a') return createElement(tag, { key }, ...inside);
  const href = addressOf(node, allowed);
  return href ? (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  ) : (
    <Fragment key={key}>{inside}</Fragment>
  );
}

const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

export function RichText({ html }: { html: string }) {
  const { tags, schemes } = announcementLimits();
  const nodes = [...parsed(html).childNodes];
  return <div className={styles.rich}>{nodes.map((node, at) => drawn(node, at, { tags, schemes }, 0))}</div>;
}
