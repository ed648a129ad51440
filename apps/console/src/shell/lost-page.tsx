import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../parts/page';

export function LostPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('lost.title')} description={t('lost.text')}>
      <div>
        <Button component={Link} to="/boxes">
          {t('lost.home')}
        </Button>
      </div>
    </Page>
  );
}
