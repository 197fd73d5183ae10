// Contacts that members can turn to, as the operator wrote them down: groups and accounts of messaging services.
import { api, ask } from '@/core/api';
import type { Answer } from '@/core/operations';
import { webAddress } from './branding';

const MESSAGING = 1;
const GROUP = 2;
/** The most that one page shows of a kind. */
const SHOWN_MAX = 20;

export interface Contact {
  id: number;
  group: boolean;
  account: string;
  /** Address in the QR code, and target of the link. */
  address: string;
}

const contactsApi = api.enhanceEndpoints({ addTagTypes: ['Branding'] }).injectEndpoints({
  endpoints: (build) => ({
    listContacts: build.query<Answer<'list_contacts'>, number>({
      query: (type) =>
        ask('list_contacts', undefined, { quiet: true, query: { pageNo: 1, pageSize: SHOWN_MAX, type } }),
      providesTags: ['Branding'],
    }),
  }),
});

/** Contacts that can be shown: one whose address may not be opened is left out. */
export const shownContacts = (list: Answer<'list_contacts'>['list']): Contact[] =>
  list.flatMap(({ id, type, account, htmlCode }) => {
    const address = webAddress(htmlCode);
    return address ? [{ id, group: type === GROUP, account, address }] : [];
  });

/** Groups first. An address that may not be opened is left out. */
export function useContacts() {
  const groups = contactsApi.useListContactsQuery(GROUP);
  const accounts = contactsApi.useListContactsQuery(MESSAGING);
  return {
    contacts:
      groups.data && accounts.data
        ? [...shownContacts(groups.data.list), ...shownContacts(accounts.data.list)]
        : undefined,
    error: groups.error ?? accounts.error,
    refetch: () => {
      groups.refetch();
      accounts.refetch();
    },
  };
}
