import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatTime } from '@/core/rules';
import { renderIn } from '@/test/render';
import type { Phone } from '../api';
import { samplePhone } from '../sample.test-kit';
import { PhoneFacts } from './PhoneFacts';

/** The lines by their labels. */
async function factsOf(phone: Phone, group?: string) {
  await renderIn(<PhoneFacts phone={phone} group={group} />);
  const lines = screen.getAllByRole('term').map((label) => {
    const said = label.nextElementSibling?.textContent ?? '';
    return [label.textContent ?? '', said] as const;
  });
  return new Map(lines);
}

describe('the facts of a phone', () => {
  it('are all that is known of it', async () => {
    const phone = samplePhone({
      sharedOut: true,
      sharedTo: { relationId: 3, phone: '139****6021', level: 'view', expireTime: 1_800_000_000_000 },
      givenTo: { name: '客服', others: 2 },
      tags: [{ id: 1, name: '电商' }],
    });
    const facts = await factsOf(phone, '夜班');
    const expected: [string, string][] = [
      ['编号', 'OWL-7K2M9'],
      ['设备号', '7'],
      ['权限', '机主'],
      ['授权', `已授权给 139****6021 · 仅查看 · 至 ${formatTime(1_800_000_000_000)}`],
      ['子账号', '已交给子账号 客服 等 3 个'],
      ['分组', '夜班'],
      ['标签', '#电商'],
      ['系统', 'Android 14'],
      ['芯片', 'RK3588'],
      ['DPI', '320'],
      ['类型', '云手机 VIP'],
      ['运营商', '中国移动'],
      ['分配时间', formatTime(phone.assignTime)],
    ];
    for (const [label, said] of expected) expect(facts.get(label), label).toBe(said);
    expect(facts.get('状态')).toContain('运行中');
    expect(facts.get('到期时间')).toContain(formatTime(phone.expireTime));
    // The phone is the member's own: nobody else is its owner.
    expect(facts.has('机主')).toBe(false);
  });

  it('name the owner of one that was granted, and say nothing of what is not so', async () => {
    const facts = await factsOf(samplePhone({ level: 'operate', accreditType: 2, ownerPhone: '138****0000' }));
    expect(facts.get('机主')).toBe('138****0000');
    expect(facts.get('权限')).toBe('可操作');
    for (const label of ['授权', '子账号', '分组', '标签']) expect(facts.has(label), label).toBe(false);
  });
});
