import {
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { DriverRecord } from '@lectern/contracts/agents';
import { useTranslation } from 'react-i18next';
import { SuggestedModel } from '../../../parts/suggested-model';
import { useAgentId } from '../agents';
import type { FormValues } from './module-values';
import type { SchemaField } from './schema-fields';

type Value = FormValues[string];

interface FieldProps {
  readonly field: SchemaField;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isWrong: boolean;
  /** Sources that the field may name. */
  readonly drivers: readonly DriverRecord[];
  /** Whether an empty secret keeps the one that is stored. */
  readonly isStored: boolean;
}

/** A member of a configuration, as its schema describes it. The words are the server's, which are English. */
export function Field(props: FieldProps) {
  const { field, value } = props;
  if (typeof value === 'boolean') return <SwitchField {...props} isOn={value} />;
  if (typeof value !== 'string') return <CheckedList {...props} chosen={value} />;
  if (field.kind === 'model') return <ModelField {...props} text={value} />;
  return field.kind === 'choice' || field.kind === 'source' ? (
    <ChoiceField {...props} text={value} />
  ) : (
    <WrittenField {...props} text={value} />
  );
}

function useLabels({ field, isWrong, isStored }: FieldProps) {
  const { t } = useTranslation('agents');
  const hints = [field.description];
  if (field.isSecret && isStored) hints.push(t('field.kept'));
  if (field.kind === 'lines') hints.push(t('field.lines'));
  return {
    label: <span lang="en">{field.title}</span>,
    description: hints.map((hint, index) => (
      <span key={hint} lang={index === 0 ? 'en' : undefined}>
        {hint}{' '}
      </span>
    )),
    error: isWrong ? t(field.kind === 'json' ? 'field.wrongJson' : 'field.wrong') : undefined,
    // The browser would not let an empty secret through that is to stay.
    required: field.isRequired && !(field.isSecret && isStored),
  };
}

function SwitchField({ isOn, ...props }: FieldProps & { readonly isOn: boolean }) {
  const { label, description } = useLabels(props);
  return (
    <Switch
      label={label}
      description={description}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => props.onChange(checked)}
    />
  );
}

function ModelField({ text, ...props }: FieldProps & { readonly text: string }) {
  const labels = useLabels(props);
  return <SuggestedModel {...labels} kbid={useAgentId()} value={text} onChange={props.onChange} />;
}

function WrittenField({ text, ...props }: FieldProps & { readonly text: string }) {
  const { field, onChange } = props;
  const labels = useLabels(props);
  const change = ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(value);
  if (field.kind === 'number') {
    const { minimum: min, maximum: max, byDefault } = field;
    const placeholder = byDefault === undefined ? '' : String(byDefault);
    return (
      <NumberInput
        {...labels}
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        placeholder={placeholder}
        value={text}
        onChange={(value) => onChange(String(value))}
      />
    );
  }
  const limits = field.charsMax === undefined ? {} : { maxLength: field.charsMax };
  const isLong = ['long', 'lines', 'json'].includes(field.kind) || (field.charsMax ?? 0) > LONG_FROM;
  if (field.isSecret && field.kind === 'text' && !isLong)
    return <PasswordInput {...labels} {...limits} autoComplete="off" value={text} onChange={change} />;
  if (isLong)
    return (
      <Textarea
        {...labels}
        {...limits}
        value={text}
        onChange={change}
        autosize
        minRows={field.kind === 'long' ? 3 : 2}
        maxRows={12}
        spellCheck={field.kind !== 'json'}
        ff={field.kind === 'json' ? 'monospace' : undefined}
      />
    );
  return <TextInput {...labels} {...limits} value={text} onChange={change} />;
}

const LONG_FROM = 9_000;

function ChoiceField({ text, ...props }: FieldProps & { readonly text: string }) {
  const { t } = useTranslation('agents');
  const { field, drivers, onChange } = props;
  const labels = useLabels(props);
  const options = field.kind === 'choice' ? field.options.map(same) : drivers.map(sourceOption);
  const isKnown = text === '' || options.some(({ value }) => value === text);
  const data = [
    ...(field.isRequired && text !== '' ? [] : [{ value: '', label: t('field.none') }]),
    ...options,
    ...(isKnown ? [] : [{ value: text, label: t('field.missing', { name: text }) }]),
  ];
  return (
    <NativeSelect {...labels} data={data} value={text} onChange={({ currentTarget: { value } }) => onChange(value)} />
  );
}

function CheckedList({ chosen, ...props }: FieldProps & { readonly chosen: readonly string[] }) {
  const { t } = useTranslation('agents');
  const { field, drivers, onChange } = props;
  const labels = useLabels(props);
  const known = field.kind === 'choices' ? field.options.map(same) : drivers.map(sourceOption);
  const lost = chosen.filter((one) => known.every(({ value }) => value !== one));
  const options = [...known, ...lost.map((value) => ({ value, label: t('field.missing', { name: value }) }))];
  return (
    <Checkbox.Group {...labels} value={[...chosen]} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {options.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('field.noSources')}
          </Text>
        )}
        {options.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={<span dir="auto">{label}</span>} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const same = (value: string) => ({ value, label: value });

const sourceOption = ({ identifier, name }: DriverRecord) => ({
  value: identifier,
  label: name === identifier ? name : `${name} (${identifier})`,
});
