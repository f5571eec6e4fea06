-- Undo of imports and of acts on many users (docs/decisions/0111-undo.md): an undo is an import whose rows are made of what
-- another one, or an act, has done.
alter table user_imports drop constraint user_imports_kind_check;
alter table user_imports add constraint user_imports_kind_check
  check (kind in ('format', 'directory', 'json', 'undo')) not valid;
-- The import or the act that is undone.
alter table user_imports add column undoes uuid;
-- What a bite changed: [{uuid, userId, changes: {field: {before, after}}}]; those it deleted are without changes.
alter table user_bulk_bites add column done jsonb not null default '[]';
