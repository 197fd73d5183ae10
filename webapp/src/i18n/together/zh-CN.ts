// Words of the frame and of the first list: one file, since each request costs.
export { default as operations } from '../zh-CN/operations.json';
export { default as phones } from '../zh-CN/phones.json';
export { default as shell } from '../zh-CN/shell.json';
export { default as ui } from '../zh-CN/ui.json';
