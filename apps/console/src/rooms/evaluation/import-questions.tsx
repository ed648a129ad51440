import { Alert, FileButton } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { EVALUATION_QUESTIONS_MAX } from '@lectern/contracts/search';
import { parseQuestionSet } from '@lectern/evaluation';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAddQuestions } from '../../data/evaluation-sets';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { questionsToSend } from './question-draft';

const FILE_BYTES_MAX = 5_000_000;

interface ImportQuestionsProps {
  readonly kbid: string;
  readonly set: string;
}

/** A file that cannot be read; the message is for people. */
class UnreadableFile extends Error {}

/** Adds the questions of a CSV file or of JSON lines. */
export function ImportQuestions({ kbid, set }: ImportQuestionsProps) {
  const { t } = useTranslation('evaluation');
  const add = useAddQuestions(kbid);
  const file = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > FILE_BYTES_MAX) throw new UnreadableFile(t('import.tooLarge'));
      const questions = await readFile(chosen);
      await add.mutateAsync({ set_id: set, questions });
      return questions.length;
    },
    onSuccess: (count) => notify(t('import.done', { count })),
  });
  return (
    <>
      <FileButton accept=".csv,.jsonl,.json" onChange={(chosen) => chosen && file.mutate(chosen)}>
        {(props) => (
          <BusyButton
            {...props}
            variant="default"
            isBusy={file.isPending}
            leftSection={<UploadIcon size={16} aria-hidden />}
          >
            {t('import.button')}
          </BusyButton>
        )}
      </FileButton>
      {file.error instanceof UnreadableFile && (
        <Alert color="red" role="alert" title={t('import.unreadable')}>
          <span lang="en">{file.error.message}</span>
        </Alert>
      )}
      {file.isError && !(file.error instanceof UnreadableFile) && <FailureNotice error={file.error} />}
    </>
  );
}

async function readFile(file: File) {
  const text = await file.text();
  try {
    return questionsToSend(parseQuestionSet(text, file.name, EVALUATION_QUESTIONS_MAX));
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error));
  }
}
