import {
  Alert,
  Button,
  Collapse,
  Group,
  Modal,
  NativeSelect,
  Paper,
  Progress,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { VectorsetRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { SideBySide } from '../../parts/comparison/side-by-side';
import { FailureNotice } from '../../parts/failure-notice';
import { durationText, numberText } from '../../parts/quantities';
import { Time } from '../../parts/quantity';
import { isMoving, type Migration } from './migration-state';
import { migrationQuery, rereadModels, useMigrationStep, useStartMigration } from './migration-tasks';
import { useOtherEmbedders } from './other-embedders';

interface MigrationPanelProps {
  readonly kbid: string;
  /** The one that searches use first. */
  readonly vectorsets: readonly VectorsetRecord[];
}

/** The move to another embedding model: offered, on its way, or done. */
export function MigrationPanel({ kbid, vectorsets }: MigrationPanelProps) {
  const { t } = useTranslation('models');
  const query = useQuery(migrationQuery(kbid));
  const migration = query.data ?? undefined;
  const state = migration?.state;
  // The order of the vectorsets changes with the last step of a move.
  useEffect(() => void rereadModels(kbid), [kbid, state]);
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('move.title')}>
      <Stack gap="sm">
        <Title order={3} size="h6">
          {t('move.title')}
        </Title>
        {query.isError && <FailureNotice error={query.error} onRetry={() => void query.refetch()} />}
        {migration && <LastMigration kbid={kbid} migration={migration} vectorsets={vectorsets} />}
        {!isMoving(migration) && <NextMigration kbid={kbid} vectorsets={vectorsets} />}
      </Stack>
    </Paper>
  );
}

interface LastMigrationProps extends MigrationPanelProps {
  readonly migration: Migration;
}

function LastMigration({ kbid, migration, vectorsets }: LastMigrationProps) {
  const { t } = useTranslation('models');
  const { id, from, to, state, switchedAt, log } = migration;
  const { mutate, isPending, error } = useMigrationStep(kbid, id);
  const [isUndoing, { open, close }] = useDisclosure();
  const canUndo = state === 'done' && vectorsets[0]?.id === to && vectorsets.some((one) => one.id === from);
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t(`move.state.${state}`, { from: from ?? '…', to })} {switchedAt && <Time at={switchedAt} />}
      </Text>
      {['running', 'stopped', 'failed'].includes(state) && <MoveProgress migration={migration} />}
      {log && state !== 'done' && (
        <Alert color="yellow">
          <Text size="sm" lang="en" className="content-text">
            {log}
          </Text>
        </Alert>
      )}
      <Group gap="xs">
        {state === 'running' && (
          <BusyButton size="xs" variant="default" isBusy={isPending} onClick={() => mutate('stop')}>
            {t('move.stop')}
          </BusyButton>
        )}
        {(state === 'stopped' || state === 'failed') && (
          <BusyButton size="xs" isBusy={isPending} onClick={() => mutate('resume')}>
            {t('move.resume')}
          </BusyButton>
        )}
        {(canUndo || state === 'stopped') && (
          <Button size="xs" variant="default" onClick={open}>
            {t('move.undo')}
          </Button>
        )}
      </Group>
      {error && <FailureNotice error={error} />}
      {canUndo && from !== undefined && <Quality kbid={kbid} from={from} to={to} />}
      <UndoDialog
        opened={isUndoing}
        onClose={close}
        text={t('move.undoText', { from: from ?? vectorsets[0]?.id, to })}
        onConfirm={() => {
          close();
          mutate('undo');
        }}
      />
    </Stack>
  );
}

function MoveProgress({ migration: { progress } }: { readonly migration: Migration }) {
  const { t, i18n } = useTranslation('models');
  if (!progress) return <Text size="sm">{t('move.waits')}</Text>;
  const { resources_done: done, resources_total: all, resources_per_second: rate, seconds_left: left } = progress;
  const number = (value: number) => numberText(value, i18n.language);
  const total = Math.max(all ?? done, 1);
  const text = [
    t('move.done', { done: number(done), total: number(total) }),
    rate !== null && t('move.rate', { rate: number(Number(rate.toPrecision(2))) }),
    left !== null && left > 0 && t('move.left', { time: durationText(left, i18n.language) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <Text size="sm">{text}</Text>
      <Progress value={(100 * done) / total} aria-label={text} />
    </>
  );
}

/** Searches with the former and the new model, while both are there. */
function Quality({ kbid, from, to }: { readonly kbid: string; readonly from: string; readonly to: string }) {
  const { t } = useTranslation('models');
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Text size="sm">{t('move.compareHint', { from })}</Text>
      <Group>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
          {t('move.compare')}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <SideBySide
            kbid={kbid}
            before={{ title: from, members: { vectorset: from } }}
            after={{ title: to, members: { vectorset: to } }}
          />
        )}
      </Collapse>
    </>
  );
}

interface UndoDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly text: string;
  readonly onConfirm: () => void;
}

function UndoDialog({ opened, onClose, text, onConfirm }: UndoDialogProps) {
  const { t } = useTranslation(['models', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('move.undo')} closeButtonProps={close}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {t('move.undo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function NextMigration({ kbid, vectorsets }: MigrationPanelProps) {
  const { t } = useTranslation('models');
  const { usual, all } = useOtherEmbedders(kbid, vectorsets);
  const current = vectorsets[0]?.id;
  const targets = all.filter(({ value }) => value !== current);
  const [chosen, setChosen] = useState<string>();
  const { mutate, isPending, error } = useStartMigration(kbid);
  if (targets.length === 0 || current === undefined) return null;
  const isOlder = usual !== undefined && usual !== current;
  const target = chosen ?? (isOlder ? usual : (targets[0]?.value ?? ''));
  return (
    <Stack gap="xs">
      {isOlder && (
        <Alert color="blue" role="note">
          {t('move.usual', { usual, current })}
        </Alert>
      )}
      <Group align="flex-end">
        <NativeSelect
          label={t('move.to')}
          description={t('move.hint')}
          data={targets.map(({ value, name }) => ({ value, label: name }))}
          value={target}
          onChange={(event) => setChosen(event.currentTarget.value)}
          flex="0 1 24rem"
        />
        <BusyButton variant="default" isBusy={isPending} onClick={() => mutate(target)}>
          {t('move.start')}
        </BusyButton>
      </Group>
      {error && <FailureNotice error={error} />}
    </Stack>
  );
}
