import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { type Rights, RightsProvider } from '@/ui/rights/Gate';
import { usePermission, useRole } from './rights';

const holding = (rights: Rights) => ({
  wrapper: ({ children }: { children: ReactNode }) => <RightsProvider value={rights}>{children}</RightsProvider>,
});

describe('a right', () => {
  it.each([
    [['system:user:list'], ['system:user:list'], true],
    [['system:user:list'], ['system:user:edit', 'system:user:list'], true],
    [['system:user:list'], ['system:user:edit'], false],
    [['*:*:*'], ['anything:at:all'], true],
    [[], ['system:user:list'], false],
  ])('of %j to one of %j: %s', (permissions, wanted, result) => {
    const { current } = renderHook(() => usePermission(...wanted), holding({ roles: [], permissions })).result;
    expect(current).toBe(result);
  });

  it.each([
    [['admin'], ['auditor'], true],
    [['auditor'], ['editor', 'auditor'], true],
    [['member'], ['auditor'], false],
  ])('of role %j to one of %j: %s', (roles, wanted, result) => {
    const { current } = renderHook(() => useRole(...wanted), holding({ roles, permissions: [] })).result;
    expect(current).toBe(result);
  });

  it('is not asked for without a name', () => {
    const said = vi.spyOn(console, 'error');
    const all = holding({ roles: ['admin'], permissions: ['*:*:*'] });
    expect(() => renderHook(() => useRole(), all)).toThrow('role tag value must be set');
    expect(() => renderHook(() => usePermission(), all)).toThrow('permission tag value must be set');
    // React notes that a component threw; that it did is the point.
    said.mockClear();
  });

  it('is nobody’s where nobody is known', () => {
    expect(renderHook(() => useRole('member')).result.current).toBe(false);
  });
});
