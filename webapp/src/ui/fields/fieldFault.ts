// A refusal that names its field is said beside it.
import type { FormInstance, FormRule } from 'antd';
import type { CallFault } from '@/core/http';

type Name<V> = keyof V & string;

/** Fields by the wire's names: those of the same name, or a table of others. */
type Fields<V> = readonly Name<V>[] | Readonly<Record<string, Name<V> | undefined>>;

/** Says a refusal beside its field and goes there; false when it names none of these fields. */
export function showFieldFault<V extends object>(
  form: FormInstance<V>,
  fields: Fields<V>,
  { data, message }: CallFault,
): boolean {
  const named = (data as { field?: unknown } | null)?.field;
  if (typeof named !== 'string') return false;
  const byName = new Map(Array.isArray(fields) ? fields.map((name) => [name, name]) : Object.entries(fields));
  const name = byName.get(named) as Name<V> | undefined;
  if (!name) return false;
  form.setFields([{ name: name as never, errors: [message] }]);
  form.scrollToField(name, { focus: true });
  return true;
}

/** The rule of a field that only the server judges: what it refused is no longer said once the field is changed. */
export const checkedByServer: FormRule = { validator: () => Promise.resolve() };
