import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { ModuleTypeDescription, ModuleTypesByName } from '@lectern/contracts/agents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../parts/loaded';
import { FieldsForm } from './fields-form';
import type { EditedModule } from './module-tree';
import { fieldsOf } from './schema-fields';

interface ModuleDialogProps {
  readonly title: string;
  readonly types: ModuleTypesByName;
  /** Names of the types that may be added here. */
  readonly allowed: readonly string[];
  /** The module that is changed; absent for a new one. */
  readonly module?: EditedModule;
  readonly onSave: (module: EditedModule) => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** A dialog that adds a module or changes one: which type first, then its form. */
export function ModuleDialog(props: ModuleDialogProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const { title, types, allowed, module, onClose } = props;
  const [chosen, setChosen] = useState<string>();
  const type = types[module?.module ?? chosen ?? ''];
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('shell:close') }}>
      {Object.keys(types).length === 0 && <Loading />}
      {type ? (
        <ModuleForm key={type.id} {...props} type={type} />
      ) : (
        <Palette types={allowed.flatMap((name) => types[name] ?? [])} onChoose={setChosen} />
      )}
    </Modal>
  );
}

interface PaletteProps {
  readonly types: readonly ModuleTypeDescription[];
  readonly onChoose: (type: string) => void;
}

function Palette({ types, onChoose }: PaletteProps) {
  return (
    <Stack component="ul" gap="xs" className="plain-list">
      {types.map(({ id, title, description }) => (
        <li key={id}>
          <UnstyledButton className="module-choice" lang="en" onClick={() => onChoose(id)}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
}

const TITLE_CHARS_MAX = 250;

function ModuleForm({ type, module, ...props }: ModuleDialogProps & { readonly type: ModuleTypeDescription }) {
  const { t } = useTranslation('agents');
  const [title, setTitle] = useState(module?.title ?? type.title);
  const save = (config: Readonly<Record<string, unknown>>) =>
    props.onSave({ ...module, ...config, module: type.id, title: title.trim() || type.title });
  return (
    <FieldsForm
      fields={fieldsOf(type.config_schema)}
      config={module ?? {}}
      isStored={module?.id !== undefined}
      onSave={save}
      onCancel={props.onClose}
      isBusy={props.isBusy}
      error={props.error}
      action={t(module ? 'save' : 'module.add')}
    >
      <Text size="sm" lang="en">
        {type.description}
      </Text>
      <TextInput
        label={t('module.title')}
        description={t('module.titleHint')}
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
        maxLength={TITLE_CHARS_MAX}
        data-autofocus
      />
    </FieldsForm>
  );
}
