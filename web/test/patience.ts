import { configure } from '@testing-library/react';

// Waiting ends with what is waited for, so a quick machine is quick; a busy one draws a page with its steps in seconds.
configure({ asyncUtilTimeout: 30_000 });
