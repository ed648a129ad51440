import { Badge, Code, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { ListedModelConfiguration } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountSchemaQuery } from '../../data/account-models';
import { agentsQuery } from '../../data/agents';
import { boxesQuery } from '../../data/boxes';
import { ConfirmRemoval } from '../../parts/confirm-removal';
import { EditButtons } from '../../parts/edit-buttons';
import { TrialButton, TrialResult, useModelTrial } from '../../parts/model-keys/trial-button';
import { useDeleteModel } from './model-configurations';
import { ChangedModel } from './model-dialog';
import { nameOf, providerOf, providersOf, titleOf } from './provided-models';

interface ModelCardProps {
  readonly account: string;
  readonly configuration: ListedModelConfiguration;
  /** Whether this person may change it. */
  readonly isOwned: boolean;
}

/** A model that the account has configured: whose it is, which boxes may use it, whether it works. */
export function ModelCard({ account, configuration, isOwned }: ModelCardProps) {
  const [doing, setDoing] = useState<'change' | 'delete'>();
  const heading = useId();
  const end = () => setDoing(undefined);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Title order={2} size="h5" id={heading} dir="auto" className="content-text" flex="1 1 10rem">
            {titleOf(configuration)}
          </Title>
          {isOwned && <Actions title={titleOf(configuration)} onDo={setDoing} />}
        </Group>
        <Facts account={account} configuration={configuration} />
        {isOwned && <Trial account={account} configuration={configuration} />}
      </Stack>
      {doing === 'change' && <ChangedModel account={account} configuration={configuration} onClose={end} />}
      {doing === 'delete' && <DeleteModel account={account} configuration={configuration} onClose={end} />}
    </Paper>
  );
}

interface ActionsProps {
  readonly title: string;
  readonly onDo: (what: 'change' | 'delete') => void;
}

function Actions({ title, onDo }: ActionsProps) {
  const { t } = useTranslation('account-models');
  return (
    <EditButtons
      edit={{ text: t('change.action'), label: t('change.of', { title }), onClick: () => onDo('change') }}
      remove={{ text: t('deletion.action'), label: t('deletion.of', { title }), onClick: () => onDo('delete') }}
    />
  );
}

type PartProps = Omit<ModelCardProps, 'isOwned'>;

/** Boxes and agents of the account that this person may see. */
function usePlaces(account: string) {
  const boxes = useQuery(boxesQuery(account)).data;
  const agents = useQuery(agentsQuery(account)).data;
  return boxes && agents && [...boxes, ...agents];
}

function Facts({ account, configuration }: PartProps) {
  const { t } = useTranslation('account-models');
  const schema = useQuery(accountSchemaQuery(account)).data;
  const places = usePlaces(account);
  const { default_model_id: model, kbids, nua_client_ids: clients, assume_role: role } = configuration;
  const provider = schema && providerOf(providersOf(schema), model);
  const option = provider?.models.find(({ value }) => value === model);
  const titles = kbids.map((kbid) => places?.find(({ id }) => id === kbid)?.title ?? kbid);
  return (
    <>
      <Text size="sm">{provider ? t('of', { model: option?.name ?? model, provider: provider.title }) : model}</Text>
      <Text size="sm" dir="auto" className="content-text">
        {kbids.length === 0 ? t('usable.all') : t('usable.some', { boxes: titles.join(', ') })}
      </Text>
      {(clients.length > 0 || role === 1) && (
        <Group gap={6}>
          {clients.length > 0 && (
            <Badge variant="default" tt="none" className="status-badge">
              {t('usable.clients', { count: clients.length })}
            </Badge>
          )}
          {role === 1 && (
            <Badge variant="default" tt="none" className="status-badge">
              {t('withRole')}
            </Badge>
          )}
        </Group>
      )}
      <Text size="sm" c="dimmed" className="content-text">
        {t('name')} <Code dir="ltr">{nameOf(configuration)}</Code>
      </Text>
    </>
  );
}

/** Asks the model through a box that may use it: keys are tried where they are used. */
function Trial({ account, configuration }: PartProps) {
  const { t } = useTranslation('account-models');
  const places = usePlaces(account);
  const { kbids } = configuration;
  const usable = places?.filter(({ id }) => kbids.length === 0 || kbids.includes(id));
  const [chosen, setChosen] = useState<string>();
  const [first] = usable ?? [];
  if (!first) {
    return (
      usable && (
        <Text size="sm" c="dimmed">
          {t('trial.noBox')}
        </Text>
      )
    );
  }
  const kbid = chosen ?? first.id;
  return (
    <>
      {usable && usable.length > 1 && (
        <NativeSelect
          label={t('trial.box')}
          data={usable.map(({ id, title }) => ({ value: id, label: title }))}
          value={kbid}
          onChange={(event) => setChosen(event.currentTarget.value)}
          maw="20rem"
        />
      )}
      <TrialIn key={kbid} kbid={kbid} configuration={configuration} />
    </>
  );
}

function TrialIn({ kbid, configuration }: Pick<PartProps, 'configuration'> & { readonly kbid: string }) {
  const trial = useModelTrial(kbid, nameOf(configuration));
  return (
    <>
      <Group>
        <TrialButton trial={trial} name={titleOf(configuration)} />
      </Group>
      <TrialResult trial={trial} />
    </>
  );
}

function DeleteModel({ account, configuration, onClose }: PartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('account-models');
  const removal = useDeleteModel(account);
  return (
    <ConfirmRemoval
      title={t('deletion.title')}
      name={titleOf(configuration)}
      action={t('deletion.action')}
      removal={removal}
      of={configuration.id}
      done={t('deletion.done')}
      onClose={onClose}
    >
      {t('deletion.text')}
    </ConfirmRemoval>
  );
}
