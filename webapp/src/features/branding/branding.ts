// The operator's own name, logo and words; an empty one means the product's own. The last answer is kept, so that the next visit
// begins in its dress before the server has said anything.
import { api, ask } from '@/core/api';
import { below } from '@/core/base';
import type { Answer } from '@/core/operations';
import { keptBranding } from '@/core/storage';

export type Branding = Answer<'get_branding'>;

const brandingApi = api.enhanceEndpoints({ addTagTypes: ['Branding'] }).injectEndpoints({
  endpoints: (build) => ({
    getBranding: build.query<Branding, void>({
      query: () => ask('get_branding', undefined, { quiet: true, anonymous: true }),
      keepUnusedDataFor: 3600,
      providesTags: ['Branding'],
      onQueryStarted: async (_, { queryFulfilled }) => {
        const answered = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (!answered) return;
        keptBranding.set(answered);
        showIcon(answered.main);
      },
    }),
  }),
});

const texts = ['text', 'main', 'leftBg', 'welcomeText', 'registerType', 'loginWay', 'serviceUrl'] as const;

/** Kept branding, if it still has the answer's shape. */
export function readKept(kept: unknown): Branding | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const values = kept as Record<string, unknown>;
  const whole = texts.every((key) => typeof values[key] === 'string') && typeof values.renewRedesign === 'number';
  return whole ? (values as unknown as Branding) : undefined;
}

const atStart = readKept(keptBranding.get());

/** The branding: as answered, or until then as last kept. */
export function useGetBrandingQuery() {
  const answer = brandingApi.useGetBrandingQuery();
  return { ...answer, data: answer.data ?? atStart };
}

/** The product's own name. */
export const OWN_NAME = 'Owldeck';

/** The product's name as the operator wants it. */
export function useBrandName(): string {
  return useGetBrandingQuery().data?.text || OWN_NAME;
}

/** An address that may be opened in a tab: a web address, nothing else. */
export function webAddress(address: string | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** The help centre's address, if the operator named one. */
export function useServiceAddress(): string | null {
  return webAddress(useGetBrandingQuery().data?.serviceUrl);
}

/** An address that may be shown as a picture: this server's own, or none. */
export function pictureAddress(address: string | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address.startsWith('/') ? below(address) : address, window.location.origin);
    return url.origin === window.location.origin ? url.href : null;
  } catch {
    return null;
  }
}

/** The logo as the browser tab's icon. */
function showIcon(address: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const picture = pictureAddress(address);
  if (icon && picture) icon.href = picture;
}
