// Announcements as operators write them.
import { api, ask } from '@/core/api';
import type { Answer, Body } from '@/core/operations';

export type Announcement = Answer<'list_announcements'>['list'][number];
export type Draft = Body<'create_announcement'>;
/** A version that was stored. Nobody else has seen one that was made a moment ago: it has no time yet. */
export type StoredAnnouncement = Answer<'create_announcement'> & Partial<Pick<Announcement, 'updateTime'>>;
export type Audience = Body<'count_audience'>;

// Screens show a refusal in their own place: no notification.
const quiet = { quiet: true } as const;

const announcementsApi = api.enhanceEndpoints({ addTagTypes: ['Announcement'] }).injectEndpoints({
  endpoints: (build) => ({
    listAnnouncements: build.query<Answer<'list_announcements'>, { pageNo: number; pageSize: number }>({
      query: (question) => ask('list_announcements', undefined, { query: { ...question }, quiet: true }),
      providesTags: ['Announcement'],
    }),
    saveAnnouncement: build.mutation<StoredAnnouncement, { kept: StoredAnnouncement | null; draft: Draft }>({
      query: ({ kept, draft }) =>
        kept
          ? ask('update_announcement', { ...draft, id: kept.id, updateTime: kept.updateTime ?? null }, quiet)
          : ask('create_announcement', draft, quiet),
      invalidatesTags: ['Announcement'],
    }),
    orderPopups: build.mutation<unknown, number[]>({
      query: (ids) => ask('order_popups', { ids }, quiet),
      invalidatesTags: ['Announcement'],
    }),
    testAnnouncement: build.mutation<unknown, Draft>({
      query: (draft) => ask('test_announcement', draft, quiet),
    }),
    publishAnnouncement: build.mutation<unknown, number>({
      query: (id) => ask('publish_announcement', { id }, quiet),
      invalidatesTags: ['Announcement'],
    }),
    withdrawAnnouncement: build.mutation<unknown, number>({
      query: (id) => ask('withdraw_announcement', { id }, quiet),
      invalidatesTags: ['Announcement'],
    }),
    addPicture: build.mutation<Answer<'add_announcement_picture'>, Blob>({
      query: (file) => {
        const form = new FormData();
        form.append('file', file);
        return ask('add_announcement_picture', form, quiet);
      },
    }),
    countAudience: build.query<number, Audience>({
      query: (audience) => ask('count_audience', audience, quiet),
      keepUnusedDataFor: 0,
    }),
    listChoices: build.query<Answer<'list_configurations'>, void>({
      query: () => ask('list_configurations', undefined, quiet),
    }),
  }),
});

export const {
  useListAnnouncementsQuery,
  useSaveAnnouncementMutation,
  useOrderPopupsMutation,
  useTestAnnouncementMutation,
  usePublishAnnouncementMutation,
  useWithdrawAnnouncementMutation,
  useAddPictureMutation,
  useCountAudienceQuery,
  useLazyCountAudienceQuery,
  useListChoicesQuery,
} = announcementsApi;
