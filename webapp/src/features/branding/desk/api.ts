// Branding and contacts as operators read and write them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type BrandingDesk = Answer<'get_branding_desk'>;
export type BrandingChange = Body<'save_branding'>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const deskApi = api.enhanceEndpoints({ addTagTypes: ['Branding'] }).injectEndpoints({
  endpoints: (build) => ({
    getBrandingDesk: build.query<BrandingDesk, void>({
      query: () => ask('get_branding_desk', undefined, quiet),
      providesTags: ['Branding'],
    }),
    saveBranding: build.mutation<BrandingDesk, BrandingChange>({
      query: (body) => ask('save_branding', body, quiet),
      invalidatesTags: (_, error) => (error ? [] : ['Branding']),
    }),
    addBrandingPicture: build.mutation<Answer<'add_branding_picture'>, Blob>({
      query: (file) => {
        const form = new FormData();
        form.append('file', file);
        return ask('add_branding_picture', form, quiet);
      },
    }),
  }),
});

export const { useGetBrandingDeskQuery, useSaveBrandingMutation, useAddBrandingPictureMutation } = deskApi;
