import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import {
  AlertIcon,
  CheckCircleIcon,
  CopyIcon,
  FileIcon,
  LinkIcon,
  PauseIcon,
  PlayIcon,
  SyncIcon,
  TypographyIcon,
  XIcon,
} from '@primer/octicons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { OneLine } from '../../parts/one-line';
import { ByteSize } from '../../parts/quantity';
import { AddedState, useAddedState } from './added-state';
import { type Addition, nameOf } from './addition';
import { additionsOf } from './additions';
import { ToResource } from './to-resource';

interface AdditionProps {
  readonly kbid: string;
  readonly addition: Addition;
}

interface RowProps extends AdditionProps {
  /** The row that had the focus is about to go. */
  readonly onRemove: () => void;
}

const sourceIcons = { file: FileIcon, link: LinkIcon, text: TypographyIcon } as const;

/** A line of the list; drawn again only when its addition has changed. */
export const AdditionRow = memo(function AdditionRow({ kbid, addition, onRemove }: RowProps) {
  const { rid, state, source } = addition;
  const added = useAddedState(kbid, state === 'added' ? rid : undefined);
  return (
    <Group wrap="nowrap" gap="sm" h="100%">
      <StateIcon addition={addition} added={added.kind} />
      <Stack gap={2} flex={1} miw={0}>
        <OneLine size="sm">{nameOf(source)}</OneLine>
        {state === 'added' ? (
          <AddedState kbid={kbid} rid={rid} state={added} />
        ) : (
          <State kbid={kbid} addition={addition} />
        )}
      </Stack>
      <Controls kbid={kbid} addition={addition} onRemove={onRemove} />
    </Group>
  );
});

interface StateIconProps extends Pick<AdditionProps, 'addition'> {
  readonly added: ReturnType<typeof useAddedState>['kind'];
}

function StateIcon({ addition: { state, failure, source }, added }: StateIconProps) {
  if (state === 'added' && added === 'working') return <SyncIcon size={20} aria-hidden />;
  if (state === 'added' && added === 'failed') return <AlertIcon size={20} className="adding-bad" aria-hidden />;
  if (state === 'added') return <CheckCircleIcon size={20} className="adding-good" aria-hidden />;
  if (failure?.kind === 'duplicate') return <CopyIcon size={20} aria-hidden />;
  if (failure) return <AlertIcon size={20} className="adding-bad" aria-hidden />;
  const Mark = sourceIcons[source.kind];
  return <Mark size={20} aria-hidden />;
}

function State({ kbid, addition }: AdditionProps) {
  const { t } = useTranslation('adding');
  const { state, failure, sizeBytes, sentBytes } = addition;
  if (failure) return <Reason kbid={kbid} addition={addition} />;
  if (state === 'waiting') return <Text size="xs">{t('state.waiting')}</Text>;
  const share = sizeBytes === 0 ? 100 : (sentBytes / sizeBytes) * 100;
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        value={share}
        animated={state === 'running' && sizeBytes === 0}
        flex={1}
        aria-label={t('progress', { name: nameOf(addition.source) })}
      />
      <Text size="xs" flex="none">
        {state === 'paused' && `${t('state.paused')} · `}
        <ByteSize bytes={sentBytes} /> / <ByteSize bytes={sizeBytes} />
      </Text>
    </Group>
  );
}

function Reason({ kbid, addition: { failure } }: AdditionProps) {
  const { t } = useTranslation('adding');
  if (!failure) return null;
  if (failure.kind === 'duplicate') {
    return (
      <Text size="xs">
        {t('failure.duplicate')} <ToResource kbid={kbid} rid={failure.rid} />
      </Text>
    );
  }
  if (failure.kind === 'refused') {
    return (
      <Text size="xs" c="var(--mantine-color-error)" className="one-line" title={failure.words}>
        {t('failure.refused')} <span lang="en">{failure.words}</span>
      </Text>
    );
  }
  const text = t(`failure.${failure.kind}`);
  return (
    <Text size="xs" c="var(--mantine-color-error)" className="one-line" title={text}>
      {text}
    </Text>
  );
}

function Controls({ kbid, addition: { id, state, source, failure }, onRemove }: RowProps) {
  const { t } = useTranslation('adding');
  const store = additionsOf(kbid);
  const name = nameOf(source);
  const remove = () => {
    onRemove();
    store.remove(id);
  };
  const mayRetry = state === 'failed' && failure?.kind !== 'duplicate';
  return (
    <Group gap={4} wrap="nowrap" flex="none">
      {(state === 'running' || state === 'waiting') && (
        <Control label={t('pauseOne', { name })} onClick={() => store.pause(id)} icon={PauseIcon} />
      )}
      {state === 'paused' && (
        <Control label={t('resumeOne', { name })} onClick={() => store.resume(id)} icon={PlayIcon} />
      )}
      {mayRetry && <Control label={t('retryOne', { name })} onClick={() => store.resume(id)} icon={SyncIcon} />}
      <Control label={t('removeOne', { name })} onClick={remove} icon={XIcon} />
    </Group>
  );
}

interface ControlProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly icon: typeof XIcon;
}

function Control({ label, onClick, icon: Mark }: ControlProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} onClick={onClick}>
      <Mark size={18} aria-hidden />
    </ActionIcon>
  );
}
