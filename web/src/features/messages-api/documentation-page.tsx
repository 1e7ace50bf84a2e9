import { useState } from 'react';
import classes from './documentation/documentation.module.css';
import type { CodeLanguage } from './documentation/example-code.ts';
import { MoreSections, RuleSections } from './documentation/rule-sections.tsx';
import { CallSections, TokenSection } from './documentation/start-sections.tsx';
import { TrialCard } from './documentation/trial-card.tsx';

/** How to send messages from outside, with forms to try it. The token is in this component's memory and nowhere else. */
export const DocumentationPage = () => {
  const [token, setToken] = useState('');
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <TokenSection />
      </div>
      <aside className={classes.aside}>
        <TrialCard token={token} onToken={setToken} />
      </aside>
      <div className={classes.rest}>
        <CallSections token={token} language={language} onLanguage={setLanguage} />
        <RuleSections />
        <MoreSections />
      </div>
    </div>
  );
};
