// Batches and their receipts: beginning one, following it, trying again what failed, taking back what waits.
import { TransferLimits } from '@/contract/constants';
import { api, ask } from '@/core/api';
import type { Ask } from '@/core/http';
import type { Answer, Body } from '@/core/operations';

export type Batch = Answer<'get_receipt'>['batch'];
export type ReceiptRow = Answer<'get_receipt'>['list'][number];
export type Kind = Batch['kind'];
export type Started = Answer<'reboot_phones'>;

/** A receipt, and how far the server's clock is ahead of the browser's, ms. */
export type Receipt = Answer<'get_receipt'> & { skewMs: number };

/** The generations of the call, in the order of the branding's `renewRedesign`. */
export const newDeviceCalls = ['renew_device', 'renew_device_v3', 'renew_device_redesign'] as const;
export type NewDeviceCall = (typeof newDeviceCalls)[number];
type NewDevice = Omit<Body<NewDeviceCall>, 'phoneId' | 'phoneIds'>;

/** Operation to begin on phones, with the choice it needs. */
export type Wish = { phoneIds: number[] } & (
  | {
      kind:
        | 'powerOn'
        | 'powerOff'
        | 'reboot'
        | 'factoryReset'
        | 'enterDirectly'
        | 'probe'
        | 'upgradeImage'
        | 'replace'
        | 'transfer';
    }
  | { kind: 'startApp' | 'stopApp' | 'restartApp' | 'uninstallApp' | 'clearApp'; packages: readonly string[] }
  | { kind: 'density'; density: number }
  | { kind: 'rename'; phoneAlias: string; first: number }
  | ({ kind: 'newDevice'; call: NewDeviceCall } & NewDevice)
);

/** Page and filters of the list of batches. */
export interface BatchQuestion {
  pageNo: number;
  pageSize: number;
  kind?: Kind | undefined;
  state?: ReceiptRow['state'] | undefined;
  /** From this moment on, Unix ms. */
  since?: number | undefined;
}

// Refusals are shown in place by the caller.
const quiet = { quiet: true } as const;

function askOf({ phoneIds, ...wish }: Wish): Ask {
  switch (wish.kind) {
    case 'powerOn':
      return ask('power_on_phones', { phoneIds }, quiet);
    case 'powerOff':
      return ask('power_off_phones', { phoneIds }, quiet);
    case 'reboot':
      return ask('reboot_phones', { phoneIds }, quiet);
    case 'factoryReset':
      return ask('reset_phones', { phoneIds }, quiet);
    case 'replace':
      return ask('replace_phones', { phoneIds }, quiet);
    case 'transfer':
      // The dialog lets nobody begin it who has not agreed.
      return ask(
        'transfer_phones',
        { phoneIds, agreed: true, disclaimerVersion: TransferLimits.disclaimerVersion },
        quiet,
      );
    case 'probe':
      return ask('probe_phones', { phoneIds }, quiet);
    case 'upgradeImage':
      return ask('upgrade_images', { phoneIds }, quiet);
    case 'startApp':
      return ask('start_apps', { phoneIds, packageNames: wish.packages.join() }, quiet);
    case 'stopApp':
      return ask('stop_apps', { phoneIds, packageNames: wish.packages.join() }, quiet);
    case 'restartApp':
      return ask('restart_apps', { phoneIds, packageNames: wish.packages.join() }, quiet);
    case 'uninstallApp':
      return ask('uninstall_apps', { phoneIds, packageNames: wish.packages.join() }, quiet);
    case 'clearApp':
      return ask('clear_apps', { phoneIds, packageNames: wish.packages.join() }, quiet);
    case 'density':
      return ask('set_density', { phoneIds, density: wish.density }, quiet);
    case 'rename':
      return ask('rename_phones', { phoneIds, phoneAlias: wish.phoneAlias, first: wish.first }, quiet);
    case 'newDevice': {
      const { kind: _, call, ...device } = wish;
      return ask(call, { ...device, phoneIds }, quiet);
    }
    case 'enterDirectly':
      return ask('enter_directly', { phoneId: phoneIds[0] ?? 0 }, quiet);
  }
}

const operationsApi = api.enhanceEndpoints({ addTagTypes: ['Operation'] }).injectEndpoints({
  endpoints: (build) => ({
    begin: build.mutation<Started, Wish>({
      query: askOf,
      invalidatesTags: (_, error) => (error ? [] : ['Phone', { type: 'Operation', id: 'LIST' }]),
    }),
    getReceipt: build.query<Receipt, number>({
      query: (batchId) => ask('get_receipt', undefined, { query: { batchId }, quiet: true }),
      transformResponse: (answer: Answer<'get_receipt'>) => ({ ...answer, skewMs: answer.now - Date.now() }),
      providesTags: (_, __, batchId) => [{ type: 'Operation', id: batchId }],
    }),
    listOperations: build.query<Answer<'list_operations'>, BatchQuestion>({
      query: (question) => ask('list_operations', undefined, { query: { ...question }, quiet: true }),
      providesTags: [{ type: 'Operation', id: 'LIST' }],
    }),
    retryOperations: build.mutation<Started, { batchId: number; phoneIds?: number[]; existing?: 'rename' | 'replace' }>(
      {
        query: (body) => ask('retry_operations', body, quiet),
        invalidatesTags: ['Phone', 'Operation'],
      },
    ),
    cancelOperations: build.mutation<Answer<'cancel_operations'>, number>({
      query: (batchId) => ask('cancel_operations', { batchId }, quiet),
      invalidatesTags: ['Phone', 'Operation'],
    }),
  }),
});

/** The receipt of one batch, for those who ask for several. */
export const { getReceipt } = operationsApi.endpoints;

/** Batches that moved are asked for again where they are shown; none named: all of them. */
export const operationsMoved = (ids: readonly number[] | null) =>
  operationsApi.util.invalidateTags(
    ids ? [{ type: 'Operation', id: 'LIST' }, ...ids.map((id) => ({ type: 'Operation' as const, id }))] : ['Operation'],
  );

export const {
  useBeginMutation,
  useGetReceiptQuery,
  useListOperationsQuery,
  useLazyListOperationsQuery,
  useRetryOperationsMutation,
  useCancelOperationsMutation,
} = operationsApi;
