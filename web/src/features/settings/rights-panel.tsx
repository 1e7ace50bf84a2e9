import { Text, Title } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './rights-panel.module.css';
import { type PersonRole, personRolesShown, rightsByGroup, textKeyOf } from './rights-rows.ts';

/** Who may do what: the table that the server asks, as people read it. */
export const RightsPanel = () => {
  const { t } = useTranslation();
  return (
    <section className={classes.panel} aria-labelledby="rights-title">
      <Title order={2} fz={16} id="rights-title">
        {t('rights.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('rights.explanation')}
      </Text>
      <div className={classes.frame}>
        <table className={classes.table} aria-labelledby="rights-title">
          <thead>
            <tr>
              <th scope="col">{t('rights.action')}</th>
              {personRolesShown.map(role => (
                <th key={role} scope="col" className={classes.role}>
                  {t(`rights.roles.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rightsByGroup.map(({ group, rights }) => (
              <Fragment key={group}>
                <tr className={classes.group}>
                  <th colSpan={personRolesShown.length + 1} scope="colgroup">
                    {t(`rights.groups.${group}`)}
                  </th>
                </tr>
                {rights.map(({ action, roles }) => (
                  <tr key={action}>
                    <th scope="row">{t(`rights.actions.${textKeyOf(action)}`)}</th>
                    {personRolesShown.map(role => (
                      <td key={role} className={classes.role}>
                        <Mark may={roles.includes(role)} role={role} />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Mark = ({ may, role }: { may: boolean; role: PersonRole }) => {
  const { t } = useTranslation();
  const text = `${t(`rights.roles.${role}`)}: ${may ? t('rights.yes') : t('rights.no')}`;
  const Sign = may ? IconCheck : IconMinus;
  return <Sign size={16} className={may ? classes.yes : classes.no} role="img" aria-label={text} />;
};
