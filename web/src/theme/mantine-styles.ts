/**
 * Mantine's style sheets, one per component used, in the order Mantine wants (plain before composed). Each stands in the
 * layer `mantine`, so that our own modules win whatever chunk they come in. A widget that only some pages need imports
 * its sheet itself. The variables are written by the provider (no `default-css-variables.css`).
 */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
