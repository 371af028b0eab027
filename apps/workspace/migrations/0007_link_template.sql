
    alter table api_keys add column link_template text not null default '';
    comment on column api_keys.link_template is 'where mails lead to in the customer''s application; empty for nowhere';
  