import { Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { LearningSchema, ListedModelConfiguration } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountSchemaQuery } from '../../data/account-models';
import { Loaded } from '../../parts/loaded';
import { modelConfigurationQuery } from './model-configurations';
import { ModelForm } from './model-form';
import { type ModelProvider, providersOf, titleOf } from './provided-models';

interface NewModelProps {
  readonly account: string;
  readonly onClose: () => void;
}

/** A dialog that configures a model: whose first, then with which keys and for whom. */
export function NewModel({ account, onClose }: NewModelProps) {
  const { t } = useTranslation('account-models');
  const query = useQuery(accountSchemaQuery(account));
  return (
    <ModelDialog title={t('add')} onClose={onClose}>
      <Loaded query={query}>{(schema) => <Choice account={account} schema={schema} onClose={onClose} />}</Loaded>
    </ModelDialog>
  );
}

interface ModelDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ModelDialog({ title, onClose, children }: ModelDialogProps) {
  const { t } = useTranslation();
  const shown = <span dir="auto">{title}</span>;
  return (
    <Modal opened onClose={onClose} title={shown} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  );
}

function Choice({ account, schema, onClose }: NewModelProps & { readonly schema: LearningSchema }) {
  const providers = providersOf(schema);
  const [provider, setProvider] = useState<ModelProvider | undefined>(providers[0]);
  const [model, setModel] = useState(provider?.models[0]?.value ?? '');
  const { t } = useTranslation('account-models');
  const choose = (id: string) => {
    const chosen = providers.find((one) => one.id === id);
    setProvider(chosen);
    setModel(chosen?.models[0]?.value ?? '');
  };
  const option = provider?.models.find(({ value }) => value === model);
  return (
    <Stack>
      <NativeSelect
        label={t('form.provider')}
        data={providers.map(({ id, title }) => ({ value: id, label: title }))}
        value={provider?.id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={t('form.model')}
        data={provider?.models.map(({ value, name }) => ({ value, label: name })) ?? []}
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      {option && (
        <Text size="sm" c="dimmed" lang="en">
          {option.description}
        </Text>
      )}
      <ModelForm key={provider?.id} account={account} schema={schema} model={model} onClose={onClose} />
    </Stack>
  );
}

interface ChangedModelProps extends NewModelProps {
  readonly configuration: ListedModelConfiguration;
}

/** A dialog that changes the keys of a configured model, its name, and for whom it is. */
export function ChangedModel({ account, configuration, onClose }: ChangedModelProps) {
  const { t } = useTranslation('account-models');
  const stored = useQuery(modelConfigurationQuery(account, configuration.id));
  const schema = useQuery(accountSchemaQuery(account));
  const { default_model_id: model } = configuration;
  return (
    <ModelDialog title={t('change.of', { title: titleOf(configuration) })} onClose={onClose}>
      <Loaded query={schema}>
        {(known) => (
          <Loaded query={stored}>
            {(whole) => (
              <ModelForm account={account} schema={known} model={model} configuration={whole} onClose={onClose} />
            )}
          </Loaded>
        )}
      </Loaded>
    </ModelDialog>
  );
}
