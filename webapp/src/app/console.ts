// What a member's console begins with: the guard, the frame and the page of my phones. One file, since each request costs.
export { default as HomePage } from '@/features/phones/ListPage';
export { Entered } from '@/shell/Frame';
export { guard } from './guard';
