// The operator's own name, logo and words; an empty one means the product's own.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';

const brandingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBranding: build.query<Answer<'get_branding'>, void>({
      query: () => ask('get_branding', undefined, { quiet: true, anonymous: true }),
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useGetBrandingQuery } = brandingApi;

const OWN_NAME = 'Owldeck';

/** The product's name as the operator wants it. */
export function useBrandName(): string {
  return useGetBrandingQuery().data?.text || OWN_NAME;
}

/** An address that may be shown as a picture: this server's own, or none. */
export function pictureAddress(address: string | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address, window.location.origin);
    return url.origin === window.location.origin ? url.href : null;
  } catch {
    return null;
  }
}
