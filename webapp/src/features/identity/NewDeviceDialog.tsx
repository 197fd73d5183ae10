// Makes phones new devices: brand and model, the serial number of one, what stays; beside it what changes, what is lost and what stays,
// as the phones themselves say. Their number is typed.
import { Button, Form, Input, Select } from 'antd';
import { Dices } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useGetBrandingQuery } from '@/features/branding/branding';
import { newDeviceCalls } from '@/features/operations/api';
import { useBegin } from '@/features/operations/useBegin';
import type { Phone } from '@/features/phones/api';
import { Bold } from '@/ui/Bold';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Choice } from '@/ui/fields/Choice';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import {
  type Brand,
  type PreviewList,
  useLazyDrawSerialQuery,
  useListRenewModelsQuery,
  usePreviewNewDeviceQuery,
} from './api';
import { Changes } from './Changes';
import styles from './NewDeviceDialog.module.css';
import { PhoneRows } from './PhoneRows';
import { ProxyFields } from './ProxyFields';
import { NO_PROXY, PROXY_FIELDS, type ProxyForm, proxyWish } from './proxyForm';

interface Props {
  open: boolean;
  phones: readonly Phone[];
  onDone: () => void;
  onClose: () => void;
}

const KEEPS = ['nothing', 'files', 'apps'] as const;
export type Keep = (typeof KEEPS)[number];

interface Fields extends ProxyForm {
  brand: string;
  model: string;
  serial: string;
  keep: Keep;
  typed: string;
}

const EMPTY: Fields = { brand: '', model: '', serial: '', keep: 'nothing', typed: '', ...NO_PROXY };

export default function NewDeviceDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const [form] = Form.useForm<Fields>();
  const [left, setLeft] = useState<readonly number[]>([]);
  // The answer stays while it is begun: a refusal is said beside fields that are there.
  const [begun, setBegun] = useState<PreviewList>();
  const generation = useGetBrandingQuery().data?.renewRedesign ?? 0;
  const wanted = phones.filter(({ phoneId }) => !left.includes(phoneId));
  const ids = wanted.map(({ phoneId }) => phoneId);
  const library = useListRenewModelsQuery(undefined, { skip: !open });
  const preview = usePreviewNewDeviceQuery(ids, {
    skip: !open || begun !== undefined || ids.length === 0,
    refetchOnMountOrArgChange: true,
  });
  const answer = begun ?? preview.currentData;
  const brands = library.data?.list ?? [];
  const previews = new Map(answer?.list.map((row) => [row.phoneId, row]));
  const able = ids.filter((id) => previews.get(id)?.code === 0);
  const n = able.length;
  const fault = (library.data ? undefined : library.error) ?? (answer ? undefined : preview.error);
  const again = () => void (library.error ? library.refetch() : preview.refetch());

  const values = { ...EMPTY, ...Form.useWatch([], form) };
  const brand = brands.find((one) => one.brand === values.brand);
  const model = brand?.models.find((one) => one.model === values.model);
  const pick = usePick(form, brands, wanted.length === 1);
  const [only] = wanted;
  const one = wanted.length === 1 && only ? previews.get(only.phoneId) : undefined;
  const before = one?.proxy ? `${one.proxy.protocol} ${one.proxy.ip}` : t('identity.proxyUses.none');
  const after = {
    none: t('identity.proxyUses.none'),
    keep: one?.proxy ? before : t('identity.proxyUses.keep'),
    new: `${values.protocol} ${values.ip}`,
    lines: t('identity.proxyUses.lines'),
  }[values.proxyUse];
  const proxyChange = one?.proxy || values.proxyUse !== 'none' ? ([before, after] as const) : null;

  const submit = async ({ model, serial, keep, ...proxy }: Fields): Promise<CallFault | 'stay' | undefined> => {
    const call = newDeviceCalls[generation] ?? newDeviceCalls[0];
    setBegun(answer);
    const device = { model, serial: n === 1 ? serial : '', keep, ...proxyWish(proxy) };
    const refused = await begin({ kind: 'newDevice', phoneIds: able, call, ...device });
    if (!refused) {
      onDone();
      return undefined;
    }
    setBegun(undefined);
    return showFieldFault(form, ['model', 'serial', 'keep', ...PROXY_FIELDS], refused) ? 'stay' : refused;
  };

  return (
    <FormDialog<Fields>
      open={open}
      form={form}
      width={1080}
      title={
        <>
          {t('identity.title')}{' '}
          <span className={styles.of}>
            ・{only && wanted.length === 1 ? nameOfPhone(only) : t('identity.count', { count: wanted.length })}
          </span>
        </>
      }
      initial={EMPTY}
      submit={
        n > 1
          ? t('identity.submitMany', { n, name: model?.name ?? '' })
          : t('identity.submit', { name: model?.name ?? '' })
      }
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      {fault ? (
        <FaultState
          title={t(library.data ? 'identity.failed' : 'identity.libraryFailed')}
          fault={fault as CallFault}
          onRetry={again}
        />
      ) : null}
      {library.data || fault ? null : <RowSkeletons count={4} />}
      <div className={styles.columns} hidden={!library.data || Boolean(fault)}>
        <div className={styles.choices}>
          <div className={styles.head}>
            <h3>{t('identity.device')}</h3>
            <span>
              {t('identity.library', {
                brands: brands.length,
                models: brands.reduce((sum, { models }) => sum + models.length, 0),
              })}
            </span>
          </div>
          <div className={styles.device}>
            <Form.Item name="brand" label={t('identity.brand')}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={brands.map((one) => ({ value: one.brand, label: nameOf(one) }))}
                onChange={pick.brand}
              />
            </Form.Item>
            <Form.Item name="model" label={t('identity.model')} rules={[checkedByServer]}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={(brand?.models ?? []).map((one) => ({
                  value: one.model,
                  label: one.name === one.model ? one.name : `${one.name} · ${one.model}`,
                }))}
              />
            </Form.Item>
            {wanted.length === 1 ? (
              <Form.Item
                name="serial"
                label={t('identity.serial')}
                extra={brand ? t('identity.serialHint', { form: brand.serialForm }) : undefined}
                rules={[checkedByServer]}
              >
                <Input
                  className="owl-mono"
                  autoComplete="off"
                  spellCheck={false}
                  suffix={
                    <Button
                      type="link"
                      size="small"
                      icon={<Dices size={14} strokeWidth={1.6} />}
                      onClick={() => void pick.serial()}
                    >
                      {t('identity.random')}
                    </Button>
                  }
                />
              </Form.Item>
            ) : (
              <Form.Item label={t('identity.serial')}>
                <span className={styles.quiet}>{t('identity.serialMany')}</span>
              </Form.Item>
            )}
          </div>
          {model ? (
            <p className={`${styles.facts} owl-prose`}>
              {t('identity.facts', { ...model })}
              <br />
              {t('identity.factsNote')}
            </p>
          ) : null}
          {answer?.proxies ? (
            <ProxyFields
              form={form}
              values={values}
              current={one?.proxy ?? null}
              phoneId={one?.code === 0 ? one.phoneId : null}
              keepable={able.some((id) => previews.get(id)?.proxy)}
              names={wanted.filter(({ phoneId }) => able.includes(phoneId)).map(nameOfPhone)}
            />
          ) : null}
          <h3>{t('identity.keep')}</h3>
          <Form.Item name="keep">
            <KeepChoice />
          </Form.Item>
          <h3>{t('identity.phones')}</h3>
          <PhoneRows
            phones={wanted}
            previews={previews}
            onLeave={wanted.length > 1 ? (id) => setLeft([...left, id]) : undefined}
          />
        </div>
        <Changes
          phones={wanted.filter(({ phoneId }) => able.includes(phoneId))}
          previews={previews}
          brand={brand ? nameOf(brand) : ''}
          model={model?.name ?? ''}
          serial={values.serial}
          keep={values.keep}
          proxy={proxyChange}
          asked={answer !== undefined}
        />
      </div>
      <Form.Item
        name="typed"
        layout="horizontal"
        colon={false}
        // The label's own parts would lose the spaces between them.
        label={
          <span>
            <Bold text={t('identity.typed', { n })} />
          </span>
        }
        className={styles.typed ?? ''}
        hidden={!library.data || Boolean(fault)}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_, typed: string) => {
              if (n === 0) return Promise.reject(new Error(t('identity.nobody')));
              return typed.trim() === String(n)
                ? Promise.resolve()
                : Promise.reject(new Error(t('identity.typedWrong', { n })));
            },
          },
        ]}
      >
        <Input inputMode="numeric" autoComplete="off" disabled={n === 0} />
      </Form.Item>
    </FormDialog>
  );
}

const nameOfPhone = ({ phoneAlias, owlId }: Phone): string => phoneAlias || owlId;

const nameOf = ({ brand, name }: Brand): string =>
  name.toLowerCase() === brand.toLowerCase() ? name : `${name} ${brand}`;

/** Choice of brand and serial number: another brand brings its newest model and, for a single phone, a serial number of its form. */
function usePick(form: ReturnType<typeof Form.useForm<Fields>>[0], brands: readonly Brand[], single: boolean) {
  const [draw] = useLazyDrawSerialQuery();
  const [first] = brands;

  const serial = async () => {
    const model: string = form.getFieldValue('model');
    const { data } = await draw(model);
    // Meanwhile another one may have been chosen.
    if (data && form.getFieldValue('model') === model)
      form.setFields([{ name: 'serial', value: data.serial, errors: [] }]);
  };
  const brand = (name: string) => {
    const model = brands.find((one) => one.brand === name)?.models[0]?.model ?? '';
    form.setFieldsValue({ brand: name, model, serial: '' });
    if (single) void serial();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the library is there.
  useEffect(() => {
    if (first && !form.getFieldValue('brand')) brand(first.brand);
  }, [first]);
  return { brand, serial };
}

/** The form gives value and change. */
function KeepChoice({ value, onChange }: { value?: Keep; onChange?: (keep: Keep) => void }) {
  const { t } = useTranslation();
  const words = {
    nothing: [t('identity.keepNothing'), t('identity.keepNothingText')],
    files: [t('identity.keepFiles'), t('identity.keepFilesText')],
    apps: [t('identity.keepApps'), t('identity.keepAppsText')],
  } as const;
  return (
    <Choice<Keep>
      legend={t('identity.keep')}
      legendHidden
      minWidth={180}
      value={value}
      onChange={(keep) => onChange?.(keep)}
      options={KEEPS.map((keep) => ({ value: keep, title: words[keep][0], children: words[keep][1] }))}
    />
  );
}
