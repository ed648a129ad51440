import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ListedModule, ModuleTypesByName } from '@lectern/contracts/agents';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../parts/failure-notice';
import { Loaded } from '../../../parts/loaded';
import { ModuleCard } from './module-card';
import { ModuleDialog } from './module-dialog';
import { RemoveModule } from './remove-module';
import { useLaneEdits } from './use-lane-edits';
import { type LaneKey, laneQuery } from './workflow';

interface LaneProps {
  readonly lane: LaneKey;
  readonly types: ModuleTypesByName;
}

/** Modules of one kind: they run one after the other, and can be added, changed, moved and removed. */
export function Lane({ lane, types }: LaneProps) {
  const { t } = useTranslation('agents');
  const query = useQuery(laneQuery(lane));
  return (
    <Stack component="section" gap="xs" className="lane" aria-label={t(`lane.${lane.kind}.title`)}>
      <div>
        <Title order={2} size="h5">
          {t(`lane.${lane.kind}.title`)}
        </Title>
        <Text size="xs" c="dimmed">
          {t(`lane.${lane.kind}.hint`)}
        </Text>
      </div>
      <Loaded query={query}>{(modules) => <Modules lane={lane} types={types} modules={modules} />}</Loaded>
    </Stack>
  );
}

function Modules({ lane, types, modules }: LaneProps & { readonly modules: readonly ListedModule[] }) {
  const { t } = useTranslation('agents');
  const edits = useLaneEdits({ lane, types, modules });
  const { editing, edited, error, isPending } = edits;
  return (
    <>
      {modules.length > 0 && (
        <Stack component="ol" gap="xs" className="plain-list" aria-label={t(`lane.${lane.kind}.title`)}>
          {modules.map((module, index) => (
            <li key={module.id}>
              <ModuleCard
                module={module}
                path={[]}
                types={types}
                place={{ index, count: modules.length }}
                onDo={(action) => edits.act(module, index, action)}
              />
            </li>
          ))}
        </Stack>
      )}
      {error && editing === undefined && <FailureNotice error={error} />}
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={16} aria-hidden />}
        aria-label={t('lane.addTo', { lane: t(`lane.${lane.kind}.title`) })}
        onClick={edits.append}
      >
        {t('module.add')}
      </Button>
      <VisuallyHidden role="status">{edits.said}</VisuallyHidden>
      {editing && editing.what !== 'delete' && (
        <ModuleDialog
          {...(edited && { module: edited })}
          title={t(editing.what === 'edit' ? 'module.edit' : 'module.add')}
          types={types}
          allowed={editing.what === 'add' ? editing.slot.modules : Object.keys(types)}
          onSave={edits.save}
          onClose={edits.end}
          isBusy={isPending}
          error={error}
        />
      )}
      {editing?.what === 'delete' && (
        <RemoveModule
          name={edits.nameOf(editing)}
          onRemove={edits.remove}
          onClose={edits.end}
          isBusy={isPending}
          error={error}
        />
      )}
    </>
  );
}
