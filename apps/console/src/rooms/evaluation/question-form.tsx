import { Modal, Stack, Switch, Textarea } from '@mantine/core';
import type { EvaluationQuestion } from '@lectern/contracts/search';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddQuestions } from '../../data/evaluation-sets';
import { FormEnd } from '../../parts/form-end';
import { useReplaceQuestion } from './evaluation';
import { draftOf, emptyDraft, type QuestionDraft, questionOfDraft } from './question-draft';

const QUESTION_CHARS_MAX = 2_000;

interface QuestionFormProps {
  readonly kbid: string;
  readonly set: string;
  /** Absent: a new one. */
  readonly question?: EvaluationQuestion;
  readonly onClose: () => void;
}

/** A dialog that adds a question, or changes one. */
export function QuestionForm(props: QuestionFormProps) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const { question, onClose } = props;
  const title = t(question ? 'question.change' : 'question.add');
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ kbid, set, question, onClose }: QuestionFormProps) {
  const { t } = useTranslation('evaluation');
  const [draft, setDraft] = useState(question ? draftOf(question) : emptyDraft);
  const add = useAddQuestions(kbid);
  const replace = useReplaceQuestion(kbid, set);
  const change = (part: Partial<QuestionDraft>) => setDraft({ ...draft, ...part });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (add.isPending || replace.isPending || draft.question.trim() === '') return;
    const said = questionOfDraft(draft);
    if (question) replace.mutate({ ...question, ...said }, { onSuccess: onClose });
    else add.mutate({ set_id: set, questions: [said] }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label={t('question.label')}
          value={draft.question}
          onChange={(event) => change({ question: event.currentTarget.value })}
          maxLength={QUESTION_CHARS_MAX}
          autosize
          dir="auto"
          required
          data-autofocus
        />
        <Switch
          label={t('question.answerable')}
          description={t('question.answerableHint')}
          checked={draft.answerable}
          onChange={(event) => change({ answerable: event.currentTarget.checked })}
        />
        {draft.answerable && (
          <>
            <Lines name="documents" value={draft.documents} onValue={(documents) => change({ documents })} />
            <Lines name="facts" value={draft.facts} onValue={(facts) => change({ facts })} />
          </>
        )}
        <Lines name="groups" value={draft.groups} onValue={(groups) => change({ groups })} />
        <FormEnd error={add.error ?? replace.error} isBusy={add.isPending || replace.isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

interface LinesProps {
  readonly name: 'documents' | 'facts' | 'groups';
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Lines({ name, value, onValue }: LinesProps) {
  const { t } = useTranslation('evaluation');
  return (
    <Textarea
      label={t(`question.${name}`)}
      description={t(`question.${name}Hint`)}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      autosize
      minRows={name === 'groups' ? 1 : 2}
      dir="auto"
    />
  );
}
