import { Modal, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { DriverRecord, DriverTypeDescription } from '@lectern/contracts/agents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBox } from '../../../data/boxes';
import { boxesQuery } from '../../../data/boxes';
import { notify } from '../../../parts/notify';
import { slugOf } from '../../../parts/slug';
import { useAgentId } from '../agents';
import { FieldsForm } from '../workflow/fields-form';
import { configOf, fieldsOf } from '../workflow/schema-fields';
import { type DriverForm, useSaveDriver, withoutUnsaid } from './drivers';

interface DriverDialogProps {
  readonly agent: string;
  readonly providers: Readonly<Record<string, DriverTypeDescription>>;
  /** The one that is changed; absent for a new one. */
  readonly driver?: DriverRecord;
  readonly onClose: () => void;
}

/** A dialog that adds a source or changes one: which kind first, then its form. */
export function DriverDialog(props: DriverDialogProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const { providers, driver, onClose } = props;
  const [chosen, setChosen] = useState<string>();
  const provider = providers[driver?.provider ?? chosen ?? ''];
  const title = driver ? t('source.changeOf', { name: driver.name }) : t('source.add');
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('shell:close') }}>
      {provider ? (
        <DriverFields {...props} provider={provider} />
      ) : (
        <Stack component="ul" gap="xs" className="plain-list">
          {Object.values(providers).map(({ id, title: name, description }) => (
            <li key={id}>
              <UnstyledButton className="module-choice" lang="en" onClick={() => setChosen(id)}>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {description}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </Stack>
      )}
    </Modal>
  );
}

/** Providers that are knowledge boxes, of which those of the account are chosen from a list. */
const OF_BOXES = new Set(['kbdb', 'sync']);
const NAME_CHARS_MAX = 250;

function DriverFields({
  agent,
  driver,
  provider,
  onClose,
}: DriverDialogProps & { readonly provider: DriverTypeDescription }) {
  const { t } = useTranslation('agents');
  const { mutate, isPending, error } = useSaveDriver(agent, driver);
  const [name, setName] = useState(driver?.name ?? '');
  const [kbid, setKbid] = useState<string>();
  const isOfBox = OF_BOXES.has(provider.id) && !driver;
  const settings = configOf(provider.config_schema);
  const fields = fieldsOf(settings).filter((field) => !(isOfBox && kbid !== undefined && chosenHere.has(field.name)));
  const save = (config: DriverForm['config']) => {
    const identifier = driver?.identifier ?? `${slugOf(name) || provider.id}-${crypto.randomUUID().slice(0, 4)}`;
    const own = isOfBox && kbid !== undefined ? { kbid, internal: true } : {};
    const given = { name: name.trim() || provider.title, identifier, provider: provider.id };
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    mutate({ ...given, config: { ...withoutUnsaid(config), ...own } }, { onSuccess });
  };
  return (
    <FieldsForm
      key={kbid === undefined ? 'all' : 'box'}
      fields={fields}
      config={driver?.config ?? {}}
      isStored={driver !== undefined}
      onSave={save}
      onCancel={onClose}
      isBusy={isPending}
      error={error}
      action={t(driver ? 'save' : 'source.add')}
    >
      <TextInput
        label={t('source.name')}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        maxLength={NAME_CHARS_MAX}
        data-autofocus
      />
      {isOfBox && <BoxChoice kbid={kbid} onChoose={setKbid} onName={(title) => name === '' && setName(title)} />}
    </FieldsForm>
  );
}

/** Members that follow from the choice of a box. */
const chosenHere = new Set(['kbid', 'internal', 'url', 'manager', 'key', 'filters']);

interface BoxChoiceProps {
  readonly kbid: string | undefined;
  readonly onChoose: (kbid: string | undefined) => void;
  readonly onName: (title: string) => void;
}

function BoxChoice({ kbid, onChoose, onName }: BoxChoiceProps) {
  const { t } = useTranslation('agents');
  const agent = useBox(useAgentId()).data;
  const { data: boxes = [] } = useQuery({ ...boxesQuery(agent?.account_id ?? ''), enabled: agent !== undefined });
  const choose = (value: string) => {
    onChoose(value === '' ? undefined : value);
    onName(boxes.find(({ id }) => id === value)?.title ?? '');
  };
  return (
    <NativeSelect
      label={t('source.box')}
      description={t('source.boxHint')}
      data={[
        { value: '', label: t('source.otherBox') },
        ...boxes.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={kbid ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}
