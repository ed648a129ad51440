import { Alert, Button, Collapse, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { isStored, type KeyField, keyOf, type KeyTexts } from './key-fields';

interface KeyMembersProps {
  readonly fields: readonly KeyField[];
  /** Keys that are there, secrets masked. */
  readonly stored: unknown;
  readonly texts: KeyTexts;
  readonly onChange: (texts: KeyTexts) => void;
}

/** Limits and abilities lie deeper than addresses and keys, and few need them. */
const isPlain = ({ path }: KeyField) => path.length === 1;

/** The fields of the keys of a provider, those that few need behind a button. */
export function KeyMembers({ fields, stored, texts, onChange }: KeyMembersProps) {
  const { t } = useTranslation('model-keys');
  const [isOpen, { toggle }] = useDisclosure(fields.some((field) => !isPlain(field) && texts[keyOf(field)]));
  const input = (field: KeyField) => (
    <KeyMember
      key={keyOf(field)}
      field={field}
      isStored={isStored(field, stored)}
      value={texts[keyOf(field)] ?? ''}
      onChange={(value) => onChange({ ...texts, [keyOf(field)]: value })}
    />
  );
  return (
    <>
      {fields.filter(isPlain).map(input)}
      {fields.every(isPlain) || (
        <>
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
            {t('more')}
          </Button>
          <Collapse expanded={isOpen}>
            <Stack>{fields.filter((field) => !isPlain(field)).map(input)}</Stack>
          </Collapse>
        </>
      )}
      <Alert color="blue" role="note">
        {t('sealed')}
      </Alert>
    </>
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
  const { t } = useTranslation('model-keys');
  const name = named.findLast((one) => path.includes(one));
  return name === undefined ? title : t(`fields.${name}`);
}

function KeyMember({ field, isStored: hasSecret, value, onChange }: KeyMemberProps) {
  const { t } = useTranslation('model-keys');
  const label = useFieldName(field);
  const { kind, isRequired, values } = field;
  const shared = {
    label,
    value,
    required: isRequired && !hasSecret,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  if (kind === 'secret') {
    const description = hasSecret ? t('keep') : undefined;
    const toggle = { 'aria-label': t('reveal'), tabIndex: 0 };
    return (
      <PasswordInput {...shared} description={description} autoComplete="off" visibilityToggleButtonProps={toggle} />
    );
  }
  if (kind === 'flag') {
    const options = [
      { value: '', label: t('usual') },
      { value: 'true', label: t('yes') },
      { value: 'false', label: t('no') },
    ];
    return <NativeSelect {...shared} data={options} />;
  }
  if (kind === 'choice') {
    const options = [{ value: '', label: t('usual') }, ...values.map((one) => ({ value: one, label: one }))];
    return <NativeSelect {...shared} data={options} />;
  }
  return <TextInput {...shared} type={kind === 'number' ? 'number' : 'text'} step="any" autoComplete="off" />;
}
