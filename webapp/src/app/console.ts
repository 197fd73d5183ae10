// Guard, frame and page of my phones in one file: the browser needs all three before it shows the first list, and each request costs.
export { default as HomePage } from '@/features/phones/list/ListPage';
export { Entered } from '@/shell/frame/Frame';
export { guard } from './guard';
