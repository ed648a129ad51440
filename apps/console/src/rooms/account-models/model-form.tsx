import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import type { UserKeys } from '@lectern/contracts/knowledge-box';
import type { LearningSchema, ModelConfiguration } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agentsQuery } from '../../data/agents';
import { boxesQuery } from '../../data/boxes';
import { FormEnd } from '../../parts/form-end';
import { keyFields, keysOf, keyTexts } from '../../parts/model-keys/key-fields';
import { KeyMembers } from '../../parts/model-keys/key-members';
import { notify } from '../../parts/notify';
import { useSaveModel } from './model-configurations';
import { providerOf, providersOf } from './provided-models';

const NAME_CHARS_MAX = 4_000;

interface ModelFormProps {
  readonly account: string;
  readonly schema: LearningSchema;
  /** The model that is configured. */
  readonly model: string;
  /** Absent: a new one. */
  readonly configuration?: ModelConfiguration;
  readonly onClose: () => void;
}

/** Name, keys and boxes of a configured model. Prompts and NUA clients, which it does not show, stay as they are. */
export function ModelForm({ account, schema, model, configuration, onClose }: ModelFormProps) {
  const { t } = useTranslation('account-models');
  const provider = providerOf(providersOf(schema), model)?.id;
  const stored = provider === undefined ? undefined : Object(configuration?.user_keys)[provider];
  const [fields] = useState(() => keyFields(schema.user_keys.schemas[provider ?? '']));
  const [texts, setTexts] = useState(() => keyTexts(fields, stored));
  const [name, setName] = useState(configuration?.description ?? '');
  const [kbids, setKbids] = useState<readonly string[] | null>(() => chosenOf(configuration));
  const { mutate, isPending, error } = useSaveModel(account);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || kbids?.length === 0) return;
    const keys = keysOf(fields, texts, stored);
    const ofProvider = provider !== undefined && {
      // The API checks the keys, and says what is wrong.
      user_keys: Object.keys(keys).length > 0 ? ({ [provider]: keys } as UserKeys) : null,
    };
    const body = { description: name.trim() || null, kbids: [...(kbids ?? [])], ...ofProvider };
    const onSuccess = () => {
      notify(t(configuration ? 'saved' : 'added'));
      onClose();
    };
    if (configuration) mutate({ id: configuration.id, body }, { onSuccess });
    else mutate({ id: undefined, body: { ...body, default_model_id: model } }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={NAME_CHARS_MAX}
          dir="auto"
        />
        <KeyMembers fields={fields} stored={stored} texts={texts} onChange={setTexts} />
        <BoxesChoice account={account} kbids={kbids} onChange={setKbids} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t(configuration ? 'form.save' : 'form.add')}
        </FormEnd>
      </Stack>
    </form>
  );
}

/** Null: all boxes. */
function chosenOf(configuration: ModelConfiguration | undefined): readonly string[] | null {
  return configuration && configuration.kbids.length > 0 ? configuration.kbids : null;
}

const optionOf = ({ id, title }: { readonly id: string; readonly title: string }) => ({ value: id, label: title });

interface BoxesChoiceProps {
  readonly account: string;
  /** Null: all of them. */
  readonly kbids: readonly string[] | null;
  readonly onChange: (kbids: readonly string[] | null) => void;
}

function BoxesChoice({ account, kbids, onChange }: BoxesChoiceProps) {
  const { t } = useTranslation('account-models');
  const boxes = useQuery(boxesQuery(account)).data ?? [];
  const agents = useQuery(agentsQuery(account)).data ?? [];
  const unseen = (kbids ?? []).filter((kbid) => [...boxes, ...agents].every(({ id }) => id !== kbid));
  const data = [
    { group: t('form.ofBoxes'), items: boxes.map(optionOf) },
    { group: t('form.ofAgents'), items: agents.map(optionOf) },
    { group: t('form.ofOthers'), items: unseen.map((id) => optionOf({ id, title: id })) },
  ];
  return (
    <>
      <Checkbox
        label={t('form.allBoxes')}
        checked={kbids === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {kbids !== null && (
        <MultiSelect
          label={t('form.boxes')}
          data={data.filter(({ items }) => items.length > 0)}
          value={[...kbids]}
          onChange={onChange}
          error={kbids.length === 0 && t('form.noBoxes')}
          searchable
          required
        />
      )}
    </>
  );
}
