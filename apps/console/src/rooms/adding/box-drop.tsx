import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { UploadIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { addFiles } from './dropped';

/** Takes files and folders that are dropped anywhere while a box is open, and shows how they are added. */
export function BoxDrop() {
  const { t } = useTranslation('adding');
  const kbid = useKbid();
  const navigate = useNavigate();
  const drop = (files: readonly File[]) => {
    if (addFiles(kbid, files) > 0) void navigate({ to: '/boxes/$kbid/adding', params: { kbid } });
  };
  return (
    <Dropzone.FullScreen active onDrop={drop} inputProps={{ 'aria-label': t('dropHere') }}>
      <Group justify="center" mih="60vh">
        <UploadIcon size={48} aria-hidden />
        <Text size="xl">{t('dropHere')}</Text>
      </Group>
    </Dropzone.FullScreen>
  );
}
