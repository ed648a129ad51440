import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../data/accounts';
import { boxesQuery, useBox } from '../data/boxes';

/** The box that is open, and the way to another one. Takes the room that the header leaves. */
export function BoxSwitch() {
  const { kbid } = useParams({ strict: false });
  return <div className="box-switch">{kbid !== undefined && <Switch kbid={kbid} />}</div>;
}

function Switch({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account } = useAccount();
  const box = useBox(kbid);
  const { data: boxes = [] } = useQuery({ ...boxesQuery(account?.id ?? ''), enabled: account !== undefined });
  const known = boxes.map(({ id, title }) => ({ value: id, label: title }));
  const isKnown = known.some(({ value }) => value === box.data?.id);
  const open = box.data && !isKnown ? [{ value: box.data.id, label: box.data.title }] : [];
  return (
    <Select
      aria-label={t('box.choose')}
      placeholder={t('box.unknown')}
      nothingFoundMessage={t('box.none')}
      data={[...open, ...known]}
      value={box.data?.id ?? null}
      onChange={(next) => void (next && navigate({ to: '/boxes/$kbid', params: { kbid: next } }))}
      allowDeselect={false}
      searchable
      dir="auto"
      maw={360}
    />
  );
}
