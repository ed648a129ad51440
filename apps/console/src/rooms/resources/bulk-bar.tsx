import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { EyeClosedIcon, EyeIcon, PencilIcon, PeopleIcon, SyncIcon, TagIcon, TrashIcon } from '@primer/octicons-react';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { apply, type BulkAction, type BulkFailure, commonGroups, forEach } from './bulk';
import { BulkDetailsForm } from './bulk-details-form';
import { GroupsForm } from './groups-form';
import { LabelForm } from './label-form';
import { listKey } from './resources-query';

interface BulkBarProps {
  readonly kbid: string;
  /** The selected ones. */
  readonly resources: readonly Resource[];
  /** Whether the box lets resources be hidden. */
  readonly mayHide: boolean;
  readonly onDone: () => void;
}

function useBulk({ kbid, resources, onDone }: BulkBarProps) {
  const { t } = useTranslation('resources');
  return useMutation({
    mutationFn: (action: BulkAction): Promise<BulkFailure[]> => {
      const byId = new Map(resources.map((resource) => [resource.id, resource]));
      return forEach([...byId.keys()], (rid) => apply(kbid, byId.get(rid) ?? { id: rid }, action));
    },
    onSuccess: async (failures) => {
      notify(t('bulk.done', { count: resources.length - failures.length }));
      if (failures.length === 0) onDone();
      await queries.invalidateQueries({ queryKey: listKey(kbid) });
    },
  });
}

/** Not disabled while something is done: that would take the focus away. */
const buttonOf = (isBusy: boolean) =>
  ({ size: 'xs', variant: 'default', 'aria-disabled': isBusy, 'data-disabled': isBusy || undefined }) as const;

interface ActionsProps {
  readonly isPending: boolean;
  readonly mayHide: boolean;
  readonly onAction: (action: BulkAction) => void;
  readonly onDelete: () => void;
}

function Actions({ isPending, mayHide, onAction, onDelete }: ActionsProps) {
  const { t } = useTranslation('resources');
  const button = buttonOf(isPending);
  return (
    <>
      {mayHide && (
        <>
          <Button
            {...button}
            leftSection={<EyeClosedIcon size={16} aria-hidden />}
            onClick={() => onAction({ kind: 'hide' })}
          >
            {t('bulk.hide')}
          </Button>
          <Button
            {...button}
            leftSection={<EyeIcon size={16} aria-hidden />}
            onClick={() => onAction({ kind: 'show' })}
          >
            {t('bulk.show')}
          </Button>
        </>
      )}
      <Button
        {...button}
        leftSection={<SyncIcon size={16} aria-hidden />}
        onClick={() => onAction({ kind: 'reprocess' })}
      >
        {t('bulk.reprocess')}
      </Button>
      <Button
        {...button}
        color="red"
        variant="outline"
        leftSection={<TrashIcon size={16} aria-hidden />}
        onClick={onDelete}
      >
        {t('bulk.delete')}
      </Button>
    </>
  );
}

type Dialog = 'delete' | 'label' | 'groups' | 'details';

/** Actions on the selected resources. */
export function BulkBar(props: BulkBarProps) {
  const { resources, mayHide, onDone } = props;
  const { t } = useTranslation('resources');
  const [dialog, setDialog] = useState<Dialog>();
  const { mutate, isPending, data: failures = [] } = useBulk(props);
  const act = (action: BulkAction) => {
    setDialog(undefined);
    if (!isPending) mutate(action);
  };
  const button = buttonOf(isPending);
  const [failure] = failures;
  return (
    <Paper withBorder p="xs" role="region" aria-label={t('bulk.label')}>
      <Group gap="xs">
        <Text size="sm" role="status">
          {t('bulk.selected', { count: resources.length })}
        </Text>
        <Button {...button} leftSection={<TagIcon size={16} aria-hidden />} onClick={() => setDialog('label')}>
          {t('bulk.tag')}
        </Button>
        <Button {...button} leftSection={<PeopleIcon size={16} aria-hidden />} onClick={() => setDialog('groups')}>
          {t('groups.title')}
        </Button>
        <Button {...button} leftSection={<PencilIcon size={16} aria-hidden />} onClick={() => setDialog('details')}>
          {t('bulk.edit')}
        </Button>
        <Actions isPending={isPending} mayHide={mayHide} onAction={act} onDelete={() => setDialog('delete')} />
        <Button size="xs" variant="subtle" onClick={onDone}>
          {t('bulk.none')}
        </Button>
      </Group>
      {failure && <FailureNotice title={t('bulk.failed', { count: failures.length })} error={failure.error} />}
      <Dialogs {...props} dialog={dialog} onClose={() => setDialog(undefined)} onAction={act} />
    </Paper>
  );
}

interface DialogsProps extends BulkBarProps {
  readonly dialog: Dialog | undefined;
  readonly onClose: () => void;
  readonly onAction: (action: BulkAction) => void;
}

/** What an action needs to know before it begins. */
function Dialogs({ kbid, resources, dialog, onClose, onAction }: DialogsProps) {
  const count = resources.length;
  const groups = commonGroups(resources);
  const opened = (one: Dialog) => ({ opened: dialog === one, onClose });
  return (
    <>
      <Deletion count={count} {...opened('delete')} onConfirm={() => onAction({ kind: 'delete' })} />
      <GroupsForm
        groups={groups ?? []}
        areMixed={groups === undefined}
        {...opened('groups')}
        onGroups={(chosen) => onAction({ kind: 'groups', groups: chosen })}
      />
      <BulkDetailsForm
        count={count}
        {...opened('details')}
        onDetails={(details) => onAction({ kind: 'details', details })}
      />
      <LabelForm kbid={kbid} {...opened('label')} onLabel={(label) => onAction({ kind: 'label', ...label })} />
    </>
  );
}

interface DeletionProps {
  readonly count: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before resources are deleted. */
export function Deletion({ count, opened, onClose, onConfirm }: DeletionProps) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('delete.title', { count })}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <Stack>
        <Text>{t('delete.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shell('cancel')}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
