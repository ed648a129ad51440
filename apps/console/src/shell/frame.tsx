import { AppShell, Burger, Group, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../parts/loaded';
import { BoxSwitch } from './box-switch';
import { Menu } from './menu';
import { NeededFactor } from './needed-factor';
import { PersonMenu } from './person-menu';
import { Product } from './product';
import { useShortcuts } from './shortcuts';

/** Header, menu and content of every page behind the sign-in. */
export function Frame() {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  useShortcuts();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#content" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header px="sm">
        <Group h="100%" wrap="nowrap" gap="xs">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('menu')}
            aria-expanded={isOpen}
          />
          <UnstyledButton component={Link} to="/boxes" aria-label={t('product')}>
            <Product />
          </UnstyledButton>
          <BoxSwitch />
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('nav.label')} className={isOpen ? 'menu' : 'menu menu-closed'}>
        <Menu />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <NeededFactor path={pathname}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </NeededFactor>
      </AppShell.Main>
    </AppShell>
  );
}
