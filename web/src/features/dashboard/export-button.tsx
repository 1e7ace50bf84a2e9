import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Metric, metrics } from '#domain/dashboard/metrics.ts';
import { type AskedEpisodes, type DashboardFilter, exportEpisodes } from '../../api/dashboard.ts';
import { showError } from '../../shared/show-error.ts';
import { metricName } from './metric-name.ts';

const icon = <IconDownload size={14} aria-hidden />;

const useExport = () => {
  const { i18n } = useTranslation();
  const [busy, setBusy] = useState(false);
  const take = (asked: AskedEpisodes): void => {
    setBusy(true);
    exportEpisodes(asked, i18n.language)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return { busy, take };
};

/** Saves the rows of one figure. */
export const ExportButton = ({ asked }: { readonly asked: AskedEpisodes }) => {
  const { t } = useTranslation();
  const { busy, take } = useExport();
  return (
    <Button size="compact-sm" variant="default" leftSection={icon} loading={busy} onClick={() => take(asked)}>
      {t('dashboard.list.export')}
    </Button>
  );
};

/** Saves the rows of any figure of the report. */
export const ExportMenu = ({ filter }: { readonly filter: DashboardFilter }) => {
  const { t } = useTranslation();
  const { busy, take } = useExport();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={icon} loading={busy}>
          {t('dashboard.list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {metrics.map((metric: Metric) => (
          <Menu.Item key={metric} onClick={() => take({ ...filter, metric })}>
            {metricName(t, metric)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
