import { Alert, Button, Collapse, Modal, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { LearningConfigurationRecord, LearningSchema } from '@lectern/contracts/understanding';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { isStored, type KeyField, keyFields, keyOf, keysOf, keyTexts, providerTitle } from './key-fields';
import { storedKeys, useSaveKeys } from './save-keys';

interface KeyDialogProps {
  readonly kbid: string;
  readonly record: LearningConfigurationRecord;
  readonly schema: LearningSchema;
  /** Null: it is to be chosen. */
  readonly provider: string | null;
  readonly onClose: () => void;
}

/** A dialog that stores the keys of a provider. */
export function KeyDialog(props: KeyDialogProps) {
  const { t } = useTranslation(['models', 'shell']);
  const { schema, provider, onClose } = props;
  const schemas = schema.user_keys.schemas;
  const [chosen, setChosen] = useState(provider ?? Object.keys(schemas)[0] ?? '');
  const title =
    provider === null ? t('keys.add') : t('keys.changeOf', { title: providerTitle(provider, schemas[provider]) });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <Stack>
        {provider === null && (
          <NativeSelect
            label={t('keys.provider')}
            data={Object.entries(schemas).map(([value, one]) => ({ value, label: providerTitle(value, one) }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <KeyForm key={chosen} {...props} provider={chosen} />
      </Stack>
    </Modal>
  );
}

/** Limits and abilities lie deeper than addresses and keys, and few need them. */
const isPlain = ({ path }: KeyField) => path.length === 1;

function KeyForm({ kbid, record, schema, provider, onClose }: KeyDialogProps & { readonly provider: string }) {
  const { t } = useTranslation('models');
  const stored = storedKeys(record)[provider];
  const [fields] = useState(() => keyFields(schema.user_keys.schemas[provider]));
  const [texts, setTexts] = useState(() => keyTexts(fields, stored));
  const { mutate, isPending, error } = useSaveKeys(kbid, record, () => {
    notify(t('keys.saved'));
    onClose();
  });
  const [isOpen, { toggle }] = useDisclosure(fields.some((field) => !isPlain(field) && texts[keyOf(field)]));
  const input = (field: KeyField) => (
    <KeyMember
      key={keyOf(field)}
      field={field}
      isStored={isStored(field, stored)}
      value={texts[keyOf(field)] ?? ''}
      onChange={(value) => setTexts((before) => ({ ...before, [keyOf(field)]: value }))}
    />
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ provider, keys: keysOf(fields, texts, stored) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {fields.filter(isPlain).map(input)}
        {fields.every(isPlain) || (
          <>
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
              {t('keys.more')}
            </Button>
            <Collapse expanded={isOpen}>
              <Stack>{fields.filter((field) => !isPlain(field)).map(input)}</Stack>
            </Collapse>
          </>
        )}
        <Alert color="blue">{t('keys.sealed')}</Alert>
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('keys.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface KeyMemberProps {
  readonly field: KeyField;
  readonly isStored: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const named = [
  'key',
  'org',
  'url',
  'deployment',
  'model',
  'gemini_key',
  'credentials',
  'location',
  'access_key',
  'secret_key',
  'region',
  'model_id',
  'size',
  'matryoshka',
  'similarity',
  'threshold',
  'passage_prompt',
  'query_prompt',
  'temperature',
  'default_max_completion_tokens',
  'max_input_tokens',
  'max_supported_completion_tokens',
  'system_message',
  'tool_use',
  'vision',
  'seed_support',
  'logprobs',
] as const;

/** Its name in the language of the page; that of the API for members of later versions. */
function useFieldName({ path, title }: KeyField): string {
  const { t } = useTranslation('models');
  const name = named.findLast((one) => path.includes(one));
  return name === undefined ? title : t(`fields.${name}`);
}

function KeyMember({ field, isStored: hasSecret, value, onChange }: KeyMemberProps) {
  const { t } = useTranslation('models');
  const label = useFieldName(field);
  const { kind, isRequired, values } = field;
  const shared = {
    label,
    value,
    required: isRequired && !hasSecret,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  if (kind === 'secret') {
    const description = hasSecret ? t('keys.keep') : undefined;
    const toggle = { 'aria-label': t('keys.reveal'), tabIndex: 0 };
    return (
      <PasswordInput {...shared} description={description} autoComplete="off" visibilityToggleButtonProps={toggle} />
    );
  }
  if (kind === 'flag') {
    const options = [
      { value: '', label: t('keys.usual') },
      { value: 'true', label: t('keys.yes') },
      { value: 'false', label: t('keys.no') },
    ];
    return <NativeSelect {...shared} data={options} />;
  }
  if (kind === 'choice') {
    const options = [{ value: '', label: t('keys.usual') }, ...values.map((one) => ({ value: one, label: one }))];
    return <NativeSelect {...shared} data={options} />;
  }
  return <TextInput {...shared} type={kind === 'number' ? 'number' : 'text'} step="any" autoComplete="off" />;
}
