import { Button, Group, NativeSelect } from '@mantine/core';
import type { AgentSchema, ModuleTypesByName, Workflow } from '@lectern/contracts/agents';
import { GearIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../parts/failure-notice';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import '../agents.css';
import { Lane } from './lane';
import { WorkflowDialog } from './workflow-dialog';
import { lanes, schemaQuery, workflowsQuery } from './workflow';

const DEFAULT = 'default';

/** How an agent answers: the four lanes of a workflow. */
export function WorkflowPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const workflows = useQuery(workflowsQuery(agent));
  const schema = useQuery(schemaQuery(agent));
  const [chosen, setChosen] = useState(DEFAULT);
  return (
    <Page title={t('workflow.title')} description={t('workflow.intro')}>
      <Loaded query={workflows}>
        {(all) => {
          const workflow = all.find(({ id }) => id === chosen) ?? all[0];
          if (!workflow) return null;
          return (
            <>
              <Choice all={all} workflow={workflow} onChoose={setChosen} />
              <Lanes agent={agent} workflow={workflow.id} schema={schema.data} />
              {schema.error && <FailureNotice error={schema.error} onRetry={() => void schema.refetch()} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface ChoiceProps {
  readonly all: readonly Workflow[];
  readonly workflow: Workflow;
  readonly onChoose: (id: string) => void;
}

function Choice({ all, workflow, onChoose }: ChoiceProps) {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const [opened, setOpened] = useState<'new' | 'own'>();
  return (
    <Group gap="xs" align="flex-end">
      {all.length > 1 && (
        <NativeSelect
          label={t('workflow.choose')}
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={workflow.id}
          onChange={({ currentTarget: { value } }) => onChoose(value)}
        />
      )}
      <Button variant="default" leftSection={<GearIcon size={16} aria-hidden />} onClick={() => setOpened('own')}>
        {t('workflow.settings', { count: workflow.rules.length })}
      </Button>
      <Button variant="default" leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setOpened('new')}>
        {t('workflow.new')}
      </Button>
      {opened && (
        <WorkflowDialog
          agent={agent}
          {...(opened === 'own' && { workflow })}
          onSaved={onChoose}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Group>
  );
}

interface LanesProps {
  readonly agent: string;
  readonly workflow: string;
  /** Undefined until it is read, which takes longer than the modules. */
  readonly schema: AgentSchema | undefined;
}

const noTypes: ModuleTypesByName = {};

function Lanes({ agent, workflow, schema }: LanesProps) {
  const { t } = useTranslation('agents');
  return (
    <div className="lanes">
      <span className="lane-end">{t('workflow.question')}</span>
      {lanes.map((kind) => (
        <Lane key={`${workflow} ${kind}`} lane={{ agent, workflow, kind }} types={schema?.agents[kind] ?? noTypes} />
      ))}
      <span className="lane-end">{t('workflow.answer')}</span>
    </div>
  );
}
