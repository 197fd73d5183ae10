// Finds of the palette beside pages and commands: phones by name or id, orders by their number, groups.
import { Folder, ReceiptText, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';
import { useListGroupsQuery } from '@/features/groups/api';
import { useListOrdersQuery } from '@/features/orders/api';
import { useOpenPhone } from '@/features/phones/actions/useOpenPhone';
import { useListPhonesQuery } from '@/features/phones/api';
import type { Command } from './Palette';

/** Found of each kind at most. */
const SHOWN_MAX = 6;
/** Characters from which the server is asked. */
const ASKED_MIN = 2;
/** Digits from which a text may be part of an order's number. */
const NUMBER_MIN = 4;
/** So long nothing is typed before the server is asked. */
const SETTLED_MS = 200;

/** The text once nothing was typed for a moment; empty until then. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? text : '';
}

/** Finds of a query, and whether more may come. */
export function useFinds(query: string, routes: readonly PermittedRoute[]): { finds: Command[]; awaited: boolean } {
  const navigate = useNavigate();
  const open = useOpenPhone();
  const text = query.trim();
  const settled = useSettled(text);
  const may = (path: string) => routes.some((route) => route.path === path);
  const asked = text.length >= ASKED_MIN && may(paths.home);
  const numbered = text.replace(/\D/g, '').length >= NUMBER_MIN && may(paths.orders);
  const phones = useListPhonesQuery(
    { pageNo: 1, pageSize: SHOWN_MAX, keyword: settled, sortType: 1, sortOrder: 'desc' },
    { skip: !asked || !settled, refetchOnMountOrArgChange: true },
  );
  const orders = useListOrdersQuery(
    { pageNo: 1, pageSize: SHOWN_MAX, keyword: settled, beginTime: 0 },
    { skip: !numbered || !settled, refetchOnMountOrArgChange: true },
  );
  const groups = useListGroupsQuery(undefined, { skip: !may(paths.home) });
  const ready = text !== '' && settled === text;
  const low = text.toLowerCase();
  const finds: Command[] = [
    ...(asked && ready ? (phones.currentData?.list ?? []) : []).map((phone) => ({
      key: `phone ${phone.phoneId}`,
      group: 'phones' as const,
      title: phone.phoneAlias || phone.owlId,
      detail: phone.owlId,
      icon: Smartphone,
      also: '',
      run: () => open(phone),
      aside: () => open(phone, 'view'),
    })),
    ...(numbered && ready ? (orders.currentData?.list ?? []) : []).map((order) => ({
      key: `order ${order.orderId}`,
      group: 'orders' as const,
      title: order.orderNo,
      icon: ReceiptText,
      also: '',
      run: () => void navigate(`${paths.orders}?orderId=${order.orderId}`),
    })),
    ...(text ? (groups.data?.list ?? []) : [])
      .filter(({ name }) => name.toLowerCase().includes(low))
      .slice(0, SHOWN_MAX)
      .map(({ id, name }) => ({
        key: `group ${id}`,
        group: 'groups' as const,
        title: name,
        icon: Folder,
        also: '',
        run: () => void navigate(`${paths.home}?group=${id}`),
      })),
  ];
  const awaited = (asked || numbered) && (!ready || phones.isFetching || orders.isFetching);
  return { finds, awaited };
}
