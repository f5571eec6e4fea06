import { useT } from '../../i18n/use-t.tsx';
import { isHere, type NavigationEntry } from '../../base/navigation.ts';
import classes from './Frame.module.css';

export type SideNavigationProps = {
  entries: readonly NavigationEntry[];
  at: string;
  onNavigate: (path: string) => void;
};

/** The pages there are for this person, the administrators' beneath a line. */
export function SideNavigation({ entries, at, onNavigate }: SideNavigationProps) {
  const t = useT();
  const groups = [entries.filter(({ admin }) => !admin), entries.filter(({ admin }) => admin)].filter(
    (group) => group.length > 0,
  );
  return (
    <nav className={classes.navigation} aria-label={t('ui.navigation')}>
      {groups.map((group) => (
        <ul key={group[0]?.path}>
          {group.map((entry) => (
            <li key={entry.path}>
              <a
                href={entry.path}
                aria-current={isHere(entry, at) ? 'page' : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  onNavigate(entry.path);
                }}
              >
                <entry.icon size={18} stroke={1.75} aria-hidden="true" />
                {t(entry.label)}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
