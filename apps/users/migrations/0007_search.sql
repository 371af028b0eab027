-- Index for finding users by the beginning of their name, of its last word, and of their e-mail address, ignoring case. An entry holds at
-- most 128 characters, because the size of an index entry is limited. The indexed expressions are of the row itself, so that an entry is
-- deleted with its row.

    create index users_by_name on users (api_key_id, (lower(left(name, 128)) collate "C"), user_id);
    create index users_by_last_name on users (api_key_id, (lower(left(split_part(btrim(name), ' ', -1), 128)) collate "C"), user_id);
    create index users_by_email on users (api_key_id, (lower(left(email, 128)) collate "C"), user_id);
