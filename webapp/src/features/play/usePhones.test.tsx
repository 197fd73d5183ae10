import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { renderIn } from '@/test/render';
import { usePhones } from './usePhones';

const first = samplePhone({ phoneId: 1, phoneAlias: 'first' });
const far = samplePhone({ phoneId: 900, phoneAlias: 'far', groupId: 5 });
const beside = samplePhone({ phoneId: 901, phoneAlias: 'beside', groupId: 5 });
let asked: { phoneIds?: number[]; groupId?: number }[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as { phoneIds?: number[]; groupId?: number };
    asked.push(body);
    const all = [first, far, beside];
    const list = body.phoneIds
      ? all.filter(({ phoneId }) => body.phoneIds?.includes(phoneId))
      : body.groupId
        ? all.filter(({ groupId }) => groupId === body.groupId)
        : [first];
    return Response.json({ code: 0, msg: '', data: { list, total: list.length, notFound: [], summary: {} } });
  });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

function Names({ phoneId }: { phoneId: number }) {
  const { phone, neighbours } = usePhones(phoneId);
  return <p>{`${phone?.phoneAlias} among ${neighbours.map(({ phoneAlias }) => phoneAlias).join()}`}</p>;
}

it('a phone beyond the first answer is asked for by its id, and its group with it', async () => {
  await renderIn(<Names phoneId={900} />);
  expect(await screen.findByText('far among far,beside')).toBeInTheDocument();
  expect(asked.filter(({ phoneIds }) => phoneIds)).toEqual([{ phoneIds: [900] }]);
});

it('a phone of the first answer is asked for once', async () => {
  await renderIn(<Names phoneId={1} />);
  expect(await screen.findByText('first among first')).toBeInTheDocument();
  await waitFor(() => expect(asked).toHaveLength(1));
});

it('a phone that is not the member’s has no name', async () => {
  await renderIn(<Names phoneId={7} />);
  await waitFor(() => expect(asked.filter(({ phoneIds }) => phoneIds)).toHaveLength(1));
  expect(screen.getByText('undefined among first')).toBeInTheDocument();
});
