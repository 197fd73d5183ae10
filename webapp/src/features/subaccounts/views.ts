// The pages of the enterprise, each at an address of its own: the wall, the sub-accounts, the spend.
import { oneOf } from '@/ui/list/urlState';

export type View = 'overview' | 'subAccounts' | 'spend';

export const viewFilter = () => oneOf<View>('overview', 'subAccounts', 'spend');
