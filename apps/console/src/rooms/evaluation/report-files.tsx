import { Button, Menu } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { evaluationCsv, type EvaluationRun, markdownOf } from '@lectern/evaluation';
import { useTranslation } from 'react-i18next';

interface ReportFilesProps {
  readonly run: EvaluationRun;
  /** The run that it is compared with. */
  readonly before: EvaluationRun | undefined;
}

/** The report as Markdown, all results as CSV or JSON, and the page on paper. */
export function ReportFiles({ run, before }: ReportFilesProps) {
  const { t } = useTranslation('evaluation');
  const name = `evaluation-${run.created.slice(0, 10)}`;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" className="not-printed" leftSection={<DownloadIcon size={16} aria-hidden />}>
          {t('report.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(`${name}.md`, 'text/markdown', `${markdownOf(run, before)}\n`)}>
          {t('report.markdown')}
        </Menu.Item>
        <Menu.Item onClick={() => save(`${name}.csv`, 'text/csv', evaluationCsv(run))}>{t('report.csv')}</Menu.Item>
        <Menu.Item onClick={() => save(`${name}.json`, 'application/json', `${JSON.stringify(run)}\n`)}>
          {t('report.json')}
        </Menu.Item>
        <Menu.Item onClick={() => window.print()}>{t('report.print')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
