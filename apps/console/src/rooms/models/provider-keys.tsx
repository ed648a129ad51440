import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { LearningConfigurationRecord, LearningSchema } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BoxModel, boxModelsQuery, learningQuery, learningSchemaQuery } from '../../data/box-models';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { Section } from '../../parts/section';
import { providerTitle } from '../../parts/model-keys/key-fields';
import { TrialButton, TrialResult, useModelTrial } from '../../parts/model-keys/trial-button';
import { KeyDialog } from './key-dialog';
import { storedKeys, useSaveKeys } from './save-keys';

/** Which providers have a key of this box, and whether the keys work. */
export function ProviderKeys({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('models');
  const learning = useQuery(learningQuery(kbid));
  const schema = useQuery(learningSchemaQuery(kbid));
  const [provider, setProvider] = useState<string | null>();
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<PlusIcon size={16} aria-hidden />}
      onClick={() => setProvider(null)}
    >
      {t('keys.add')}
    </Button>
  );
  return (
    <Section title={t('keys.title')} actions={add}>
      <Text size="sm">{t('keys.intro')}</Text>
      <Loaded query={schema}>
        {(options) => (
          <Loaded query={learning}>
            {(record) => (
              <>
                <Providers kbid={kbid} record={record} schema={options} onEdit={setProvider} />
                {provider !== undefined && (
                  <KeyDialog
                    kbid={kbid}
                    record={record}
                    schema={options}
                    provider={provider}
                    onClose={() => setProvider(undefined)}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

interface ProvidersProps {
  readonly kbid: string;
  readonly record: LearningConfigurationRecord;
  readonly schema: LearningSchema;
  readonly onEdit: (provider: string) => void;
}

function Providers({ kbid, record, schema, onEdit }: ProvidersProps) {
  const { t } = useTranslation('models');
  const { data: models } = useQuery(boxModelsQuery(kbid));
  const [removed, setRemoved] = useState<string>();
  const providers = Object.keys(storedKeys(record));
  const titleOf = (provider: string) => providerTitle(provider, schema.user_keys.schemas[provider]);
  if (providers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('keys.none')}
      </Text>
    );
  return (
    <>
      {providers.map((provider) => (
        <ProviderCard
          key={provider}
          kbid={kbid}
          title={titleOf(provider)}
          models={[...(models?.values() ?? [])].filter((model) => model.provider === provider)}
          onEdit={() => onEdit(provider)}
          onRemove={() => setRemoved(provider)}
        />
      ))}
      {removed !== undefined && (
        <RemoveKeys
          kbid={kbid}
          record={record}
          provider={removed}
          title={titleOf(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface ProviderCardProps {
  readonly kbid: string;
  readonly title: string;
  readonly models: readonly BoxModel[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ProviderCard({ kbid, title, models, onEdit, onRemove }: ProviderCardProps) {
  const { t } = useTranslation('models');
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={3} size="h6">
              {title}
            </Title>
            <Badge variant="outline" color="teal" className="status-badge" tt="none">
              {t('keys.stored')}
            </Badge>
          </Group>
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" aria-label={t('keys.changeOf', { title })} onClick={onEdit}>
              {t('keys.change')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('keys.removeOf', { title })}
              onClick={onRemove}
            >
              {t('keys.remove')}
            </Button>
          </Group>
        </Group>
        {models.length > 0 ? <KeyTrial kbid={kbid} models={models} /> : <Text size="sm">{t('keys.untried')}</Text>}
      </Stack>
    </Paper>
  );
}

function KeyTrial({ kbid, models }: Pick<ProviderCardProps, 'kbid' | 'models'>) {
  const [chosen, setChosen] = useState(models[0]?.name ?? '');
  return <KeyTrialOf key={chosen} kbid={kbid} models={models} chosen={chosen} onChosen={setChosen} />;
}

interface KeyTrialProps extends Pick<ProviderCardProps, 'kbid' | 'models'> {
  readonly chosen: string;
  readonly onChosen: (model: string) => void;
}

function KeyTrialOf({ kbid, models, chosen, onChosen }: KeyTrialProps) {
  const { t } = useTranslation('models');
  const trial = useModelTrial(kbid, chosen);
  return (
    <>
      <Group align="flex-end">
        <NativeSelect
          label={t('keys.tryWith')}
          size="sm"
          data={models.map(({ name, title }) => ({ value: name, label: title }))}
          value={chosen}
          onChange={(event) => onChosen(event.currentTarget.value)}
          flex="0 1 20rem"
        />
        <TrialButton trial={trial} />
      </Group>
      <TrialResult trial={trial} />
    </>
  );
}

interface RemoveKeysProps {
  readonly kbid: string;
  readonly record: LearningConfigurationRecord;
  readonly provider: string;
  readonly title: string;
  readonly onClose: () => void;
}

function RemoveKeys({ kbid, record, provider, title, onClose }: RemoveKeysProps) {
  const { t } = useTranslation('models');
  const { mutate, isPending, error } = useSaveKeys(kbid, record, () => {
    notify(t('keys.removed'));
    onClose();
  });
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('keys.removeOf', { title })}
      name={title}
      action={t('keys.remove')}
      onConfirm={() => mutate({ provider, keys: undefined })}
      isPending={isPending}
      error={error}
    >
      {t('keys.removeText')}
    </ConfirmByName>
  );
}
