-- A new value of a log is some forty entries of the fragments' index. Put into their places one by one they cost more
-- than all else that a sign-in writes; in a list of half a megabyte, which searches read too and which is put into its
-- places a few hundred values at a time, a fraction of it (bench/NOTES.md).
alter index log_terms_by_fragments set (fastupdate = on, gin_pending_list_limit = 512);
