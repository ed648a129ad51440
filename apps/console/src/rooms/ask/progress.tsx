import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Answer, isAnswered } from './answer';
import { sourcesOf } from './citations';

/** Says to screen readers how far the last answer is: not its words, which would be read piece by piece. */
export function Progress({ answer }: { readonly answer: Answer | undefined }) {
  const { t } = useTranslation('ask');
  const words = () => {
    if (!answer) return '';
    if (answer.phase !== 'done') return t(`state.${answer.phase}`);
    return isAnswered(answer) ? t('state.done', { count: sourcesOf(answer).length }) : t('state.empty');
  };
  return <VisuallyHidden role="status">{words()}</VisuallyHidden>;
}
