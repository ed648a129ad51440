import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../../parts/form-end';
import { useAgentId } from '../agents';
import { Field } from './field';
import { configOfValues, type FormValues, valuesOf } from './module-values';
import type { SchemaField } from './schema-fields';
import { driversQuery } from './workflow';

/** Members of every module of a kind: few people change them. */
const FURTHER = new Set([
  'rules',
  'max_retries',
  'context_validation_model',
  'summarize_model',
  'rephrase_model',
  'context_aware_rephrasing_prompt',
  'prune_context',
  'max_tool_result_bytes',
  'max_tool_result_item_bytes',
  'max_tool_result_kb',
  'max_tool_result_item_kb',
  'published_functions',
  'manager',
]);

type Config = Readonly<Record<string, unknown>>;

interface FieldsFormProps {
  readonly fields: readonly SchemaField[];
  /** What is there; empty for a new one. */
  readonly config: Config;
  /** Whether the server has it, with its secrets. */
  readonly isStored: boolean;
  readonly onSave: (config: Config) => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Label of the button that saves. */
  readonly action: string;
  /** Above the fields, such as the name. */
  readonly children?: ReactNode;
}

/** A form made of a schema: what matters first, the rest behind a line that opens. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, config, isStored, onSave, onCancel, isBusy, error, action, children } = props;
  const { t } = useTranslation('agents');
  const drivers = useQuery(driversQuery(useAgentId())).data ?? [];
  const [values, setValues] = useState<FormValues>(() => valuesOf(fields, config));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    const read = configOfValues(fields, values, { isStored });
    setWrong(read.wrong ?? []);
    if (read.wrong === undefined) onSave(read.config);
  };
  const shown = (some: readonly SchemaField[]) =>
    some.map((field) => (
      <Field
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        isWrong={wrong.includes(field.name)}
        drivers={drivers}
        isStored={isStored}
      />
    ));
  const main = fields.filter(({ name }) => !FURTHER.has(name));
  const further = fields.filter(({ name }) => FURTHER.has(name));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {shown(main)}
        {further.length > 0 && (
          <details open={further.some(({ name }) => wrong.includes(name)) || undefined}>
            <summary>{t('field.further')}</summary>
            <Stack mt="sm">{shown(further)}</Stack>
          </details>
        )}
        <FormEnd error={error} isBusy={isBusy} onCancel={onCancel}>
          {action}
        </FormEnd>
      </Stack>
    </form>
  );
}
