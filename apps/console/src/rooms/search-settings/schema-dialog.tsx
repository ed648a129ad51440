import { Alert, Button, Checkbox, Group, Modal, NativeSelect, Paper, Stack, Textarea, TextInput } from '@mantine/core';
import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import type { KvSchema, KvSchemaField } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { useSaveSchema } from './search-settings-queries';

const types = ['text', 'integer', 'float', 'boolean', 'date'] as const;
const DESCRIPTION_CHARS_MAX = 4_096;
const KEY_DESCRIPTION_CHARS_MAX = 1_024;
const KEY_CHARS_MAX = 64;
const FIELDS_MAX = 50;
const newField: KvSchemaField = {
  key: '',
  type: 'text',
  description: '',
  required: false,
  range: false,
  repeated: false,
};

interface SchemaDialogProps {
  readonly kbid: string;
  /** Undefined: a new one. */
  readonly schema: KvSchema | undefined;
  /** Ids that are taken. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** A dialog that makes or changes a key-value schema. */
export function SchemaDialog(props: SchemaDialogProps) {
  const { t } = useTranslation(['search-settings', 'shell']);
  const { schema, onClose } = props;
  const title = schema ? t('editOf', { name: schema.id }) : t('schemas.new');
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <SchemaForm {...props} />
    </Modal>
  );
}

function SchemaForm({ kbid, schema, ids, onClose }: SchemaDialogProps) {
  const { t } = useTranslation('search-settings');
  const isNew = schema === undefined;
  const [id, setId] = useState(schema?.id ?? '');
  const [description, setDescription] = useState(schema?.description ?? '');
  const [fields, setFields] = useState<readonly KvSchemaField[]>(schema?.fields ?? [newField]);
  const { mutate, isPending, error } = useSaveSchema(kbid, isNew);
  const isTaken = isNew && ids.includes(id.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    const named = fields.map((field) => ({ ...field, key: field.key.trim() }));
    if (!isPending && !isTaken) mutate({ id: id.trim(), description, fields: named }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {isNew && (
          <TextInput
            label={t('schemas.id')}
            description={t('schemas.idHint')}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            error={isTaken && t('schemas.taken')}
            pattern="[a-zA-Z0-9:_\-]{1,64}"
            required
            data-autofocus
          />
        )}
        <Textarea
          label={t('schemas.purpose')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={DESCRIPTION_CHARS_MAX}
          dir="auto"
          autosize
          maxRows={4}
        />
        <FieldRows fields={fields} onFields={setFields} />
        {!isNew && <Alert color="yellow">{t('schemas.stays')}</Alert>}
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface FieldRowsProps {
  readonly fields: readonly KvSchemaField[];
  readonly onFields: (fields: readonly KvSchemaField[]) => void;
}

function FieldRows({ fields, onFields }: FieldRowsProps) {
  const { t } = useTranslation('search-settings');
  const put = (place: number, part: Partial<KvSchemaField>) =>
    onFields(fields.map((field, at) => (at === place ? { ...field, ...part } : field)));
  return (
    <>
      {fields.map((field, place) => (
        <FieldRow
          key={place}
          field={field}
          number={place + 1}
          onChange={(part) => put(place, part)}
          onRemove={() => onFields(fields.filter((_, at) => at !== place))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<PlusIcon size={16} aria-hidden />}
          disabled={fields.length >= FIELDS_MAX}
          onClick={() => onFields([...fields, newField])}
        >
          {t('schemas.addKey')}
        </Button>
      </Group>
    </>
  );
}

interface FieldRowProps {
  readonly field: KvSchemaField;
  /** From 1. */
  readonly number: number;
  readonly onChange: (part: Partial<KvSchemaField>) => void;
  readonly onRemove: () => void;
}

/** Flags that a type can have. */
function flagsOf(type: KvSchemaField['type']): readonly ('required' | 'range' | 'repeated')[] {
  if (type === 'text') return ['required', 'repeated'];
  return type === 'boolean' ? ['required'] : ['required', 'range'];
}

function FieldRow({ field, number, onChange, onRemove }: FieldRowProps) {
  const { t } = useTranslation('search-settings');
  const { key, type, description } = field;
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('schemas.keyNumber', { number })}>
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label={t('schemas.key')}
            value={key}
            onChange={(event) => onChange({ key: event.currentTarget.value })}
            maxLength={KEY_CHARS_MAX}
            dir="auto"
            required
            flex="1 1 8rem"
          />
          <NativeSelect
            label={t('schemas.type')}
            data={types.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={type}
            onChange={(event) => {
              const next = types.find((one) => one === event.currentTarget.value) ?? type;
              onChange({ type: next, range: false, repeated: false });
            }}
            flex="1 1 8rem"
          />
          <TextInput
            label={t('schemas.description')}
            value={description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
            maxLength={KEY_DESCRIPTION_CHARS_MAX}
            dir="auto"
            flex="2 1 12rem"
          />
        </Group>
        <Group justify="space-between">
          <Group>
            {flagsOf(type).map((flag) => (
              <Checkbox
                key={flag}
                label={t(`schemas.${flag}`)}
                checked={field[flag]}
                onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
              />
            ))}
          </Group>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<TrashIcon size={16} aria-hidden />}
            onClick={onRemove}
          >
            {t('schemas.removeKey')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
