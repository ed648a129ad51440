import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { EvaluationQuestion } from '@lectern/contracts/search';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../parts/failure-notice';
import { useDeleteQuestion } from './evaluation';
import { QuestionForm } from './question-form';

const ROWS = 50;

interface QuestionTableProps {
  readonly kbid: string;
  readonly set: string;
  readonly questions: readonly EvaluationQuestion[];
}

/** Questions with what they should bring. */
export function QuestionTable({ kbid, set, questions }: QuestionTableProps) {
  const { t } = useTranslation('evaluation');
  const [changing, setChanging] = useState<EvaluationQuestion>();
  const [rows, setRows] = useState(ROWS);
  const removal = useDeleteQuestion(kbid, set);
  return (
    <>
      {removal.isError && <FailureNotice error={removal.error} />}
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('questions')} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('question.label')}</Table.Th>
              <Table.Th>{t('question.documents')}</Table.Th>
              <Table.Th>{t('question.facts')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {questions.slice(0, rows).map((one) => (
              <Row
                key={one.id}
                question={one}
                onChange={() => setChanging(one)}
                onDelete={() => !removal.isPending && removal.mutate(one.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {questions.length > rows && (
        <Group>
          <Button variant="default" onClick={() => setRows(rows + ROWS)}>
            {t('more', { count: questions.length - rows })}
          </Button>
        </Group>
      )}
      {changing && <QuestionForm kbid={kbid} set={set} question={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

interface RowProps {
  readonly question: EvaluationQuestion;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

function Row({ question: { question, documents, facts, answerable, groups }, onChange, onDelete }: RowProps) {
  const { t } = useTranslation('evaluation');
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td maw="24rem" miw="12rem" className="content-text">
        <Text size="sm" dir="auto" lineClamp={4}>
          {question}
        </Text>
        {groups.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('question.asGroups', { groups: groups.join(', ') })}
          </Text>
        )}
      </Table.Td>
      <Table.Td maw="16rem" className="content-text">
        {answerable ? (
          <Names names={documents} />
        ) : (
          <Badge variant="outline" className="status-badge" tt="none">
            {t('question.refusal')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td maw="16rem" className="content-text">
        <Names names={facts} />
      </Table.Td>
      <Table.Td>
        <Group gap={0} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('question.changeOf', { question })}
            onClick={onChange}
          >
            {t('change')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('question.deleteOf', { question })}
            onClick={onDelete}
          >
            {t('delete')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name) => (
    <Text key={name} size="sm" dir="auto" lineClamp={2}>
      {name}
    </Text>
  ));
}
