// The types of the calls, drawn from the generated contract: a call names its operation, and body and answer follow.
import { operations } from '@/contract/operations';
import type { operations as Contract } from '@/contract/schema';

export type OperationName = keyof typeof operations & keyof Contract;

/** The JSON body that an operation takes; `undefined` when it takes none. */
export type Body<O extends OperationName> = Contract[O] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : undefined;

type Whole<O extends OperationName> = Contract[O] extends {
  responses: { 200: { content: { 'application/json': infer A } } };
}
  ? A
  : Contract[O] extends { responses: { 201: { content: { 'application/json': infer A } } } }
    ? A
    : never;

/** Data of an operation's answer: the envelope's `data`, or the whole answer where fields lie at the top level. */
export type Answer<O extends OperationName> = 'data' extends keyof Whole<O> ? NonNullable<Whole<O>['data']> : Whole<O>;

/** Method and path of an operation. */
export function route(name: OperationName): readonly [method: string, path: string] {
  const [method, path] = operations[name];
  return [method, path];
}

/** The permission that the server asks for an operation; undefined when it asks for none. */
export function permissionOf(name: OperationName): string | undefined {
  const parts: readonly string[] = operations[name];
  return parts[2];
}
