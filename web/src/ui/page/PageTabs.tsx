import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import classes from './PageTabs.module.css';

export type PageTab = { id: string; label: string; content: ReactNode };

/** The tabs of a page; the page keeps the open one in its address. Panels are rendered when first opened. */
export function PageTabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly PageTab[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Tabs
      value={value}
      onChange={(id) => id !== null && onChange(id)}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.id} value={tab.id}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.id} value={tab.id}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
