// Written by `npm run openapi` from docs/openapi.json; changes made here are lost.

export interface paths {
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBulkActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBulkActionRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaigns"];
        put?: never;
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaign"];
        put: operations["updateCampaign"];
        post?: never;
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/ab-test/winner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["chooseAbTestWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["archiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails/{emailId}/hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignEmailHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails/{emailId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["settleCampaignEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/estimated-recipients-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["estimateCampaignRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/link-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignLinkReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lintCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendCampaignToFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resend-unopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendCampaignToUnopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/revenues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignRevenues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["scheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send-test-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendCampaignTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/settle-unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["settleUnknownCampaignEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/title": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["renameCampaign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unarchiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unscheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unsubscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignUnsubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainCampaignRecipient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrders"];
        put?: never;
        post: operations["reportOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrder"];
        put: operations["updateOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCompanies"];
        put?: never;
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/attach-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["attachContactsToCompanies"];
        post: operations["attachContactsToCompaniesByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/detach-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["detachContactsFromCompanies"];
        post: operations["detachContactsFromCompaniesByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCompany"];
        put: operations["updateCompany"];
        post?: never;
        delete: operations["deleteCompany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCompanyNotes"];
        put?: never;
        post: operations["createCompanyNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateCompanyNote"];
        post?: never;
        delete: operations["deleteCompanyNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-fields/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomFields"];
        put: operations["replaceCustomFields"];
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-fields/contacts/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateCustomField"];
        post?: never;
        delete: operations["deleteCustomField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feedback/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportReturnedMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feedback/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFeedbackProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnels"];
        put?: never;
        post: operations["createFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnel"];
        put: operations["updateFunnel"];
        post?: never;
        delete: operations["deleteFunnel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/conversion-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelConversionRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelSequences"];
        put: operations["saveFunnelSequences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences/{sequenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelSequence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["simulateFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setFunnelStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelContacts"];
        put?: never;
        post: operations["addContactsToFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers/{subscriberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeContactFromFunnel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers/{subscriberId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["traceContactInFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreFunnelVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImports"];
        put?: never;
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLists"];
        put?: never;
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getList"];
        put: operations["updateList"];
        post?: never;
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/ab-testing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAbTestReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/bounces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBounceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/email-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignEmailStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/engagement-scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEngagementScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}/conversion-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelConversionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveFunnelReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listListReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getListReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOverviewReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueByCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueByContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScheduledReports"];
        put?: never;
        post: operations["createScheduledReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScheduledReport"];
        put: operations["updateScheduledReport"];
        post?: never;
        delete: operations["deleteScheduledReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["runScheduledReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/segmentation-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegmentationAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/spam-complaints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSpamComplaintReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscriber-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getActivityReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscriber-growth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getGrowthReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscribers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTagReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/top-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTopContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/unsubscribes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUnsubscribeReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegments"];
        put?: never;
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegment"];
        put: operations["updateSegment"];
        post?: never;
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSenders"];
        put?: never;
        post: operations["createSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSender"];
        put: operations["updateSender"];
        post?: never;
        delete: operations["deleteSender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContacts"];
        put?: never;
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/bulk-add-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addOrUpdateContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/do-bulk-action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/track-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["trackEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContact"];
        put: operations["updateContact"];
        post?: never;
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContactConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportContactData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContactNotes"];
        put?: never;
        post: operations["createContactNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateContactNote"];
        post?: never;
        delete: operations["deleteContactNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/send-double-optin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendDoubleOptIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContactTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/tracking-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTrackedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSuppressions"];
        put?: never;
        post: operations["addSuppressions"];
        delete: operations["deleteSuppressionByValue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put?: never;
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTag"];
        put: operations["updateTag"];
        post?: never;
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTemplates"];
        put?: never;
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renderTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTemplate"];
        put: operations["updateTemplate"];
        post?: never;
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/triggers/{trigger_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["fireTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/funnel-trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["triggerFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put: operations["updateWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookReplay"];
        put?: never;
        post?: never;
        delete: operations["cancelWebhookReplay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact was created. */
        post: operations["webhook_contact_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fields or custom values of a contact changed; once per write. Status, tags and lists have events of their own. */
        post: operations["webhook_contact_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact was deleted. */
        post: operations["webhook_contact_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The status of a contact changed. */
        post: operations["webhook_contact_status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.tag_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tags were added: those that the contact did not have. */
        post: operations["webhook_contact_tag_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.tag_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tags were removed: those that the contact had. */
        post: operations["webhook_contact_tag_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.list_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The contact came onto lists that it was not on. */
        post: operations["webhook_contact_list_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.list_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The contact left lists that it was on. */
        post: operations["webhook_contact_list_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The mail server of the sender accepted a mail. */
        post: operations["webhook_email_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A mail was opened by a person for the first time. */
        post: operations["webhook_email_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A person clicked a link in a mail. Every click raises it. */
        post: operations["webhook_email_clicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A mail could not be delivered. */
        post: operations["webhook_email_bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.spam_complaint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reader reported a mail as spam. */
        post: operations["webhook_email_spam_complaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The reader opted out by a link of a mail. */
        post: operations["webhook_email_unsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was created. */
        post: operations["webhook_campaign_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Every mail of a campaign has reached its final state. */
        post: operations["webhook_campaign_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign stopped for the time being. */
        post: operations["webhook_campaign_paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A paused campaign goes on. */
        post: operations["webhook_campaign_resumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact entered a funnel. */
        post: operations["webhook_funnel_subscriber_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact came to the end of a funnel, or to its goal. */
        post: operations["webhook_funnel_subscriber_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_exited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact left a funnel before its end. */
        post: operations["webhook_funnel_subscriber_exited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.sequence_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact has passed a step of a funnel. */
        post: operations["webhook_funnel_sequence_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was reported for the first time. */
        post: operations["webhook_commerce_order_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was paid for and completed. */
        post: operations["webhook_commerce_order_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Money of an order was given back. */
        post: operations["webhook_commerce_order_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.revenue_recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revenue was booked and attributed. */
        post: operations["webhook_commerce_revenue_recorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AbTestDto: {
            variants: components["schemas"]["AbVariantDto"][];
            /**
             * @description How many of a hundred recipients try a variant
             * @default 20
             */
            sample_percent?: number;
            /**
             * @description What decides; reactions of people only
             * @default opens
             * @enum {string}
             */
            metric?: "opens" | "clicks" | "revenue";
            /**
             * @description From the end of sending the sample to the decision
             * @default 240
             */
            wait_minutes?: number;
            /**
             * @description Without 95 % confidence: the best so far, the first variant, or a person chooses
             * @default best
             * @enum {string}
             */
            fallback?: "best" | "first" | "manual";
        };
        AbTestResponse: {
            variants: components["schemas"]["AbVariantResponse"][];
            sample_percent: number;
            /** @enum {string} */
            metric: "opens" | "clicks" | "revenue";
            wait_minutes: number;
            /** @enum {string} */
            fallback: "best" | "first" | "manual";
        };
        AbTestStateResponse: {
            /**
             * @description `releasing`: whoever waited for the winner is being let go
             * @enum {string}
             */
            state: "testing" | "choose_winner" | "releasing" | "decided";
            sample_ended_at: string | null;
            decides_at: string | null;
            /** @description The key of the variant */
            winner: string | null;
            /** @enum {string|null} */
            decided_by: "confidence" | "fallback" | "manager" | null;
            /** @description Of the winner, or of the best so far when a person is asked */
            confidence: number | null;
            decided_at: string | null;
        };
        AbTestingResponse: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            tests: components["schemas"]["TestReportResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        AbVariantDto: {
            /** @description Small letters, digits, _ and - */
            key: string;
            /** @description Liquid */
            subject?: string | null;
            /** @description Liquid */
            pre_header?: string | null;
            /** @description HTML with Liquid */
            body?: string | null;
            /**
             * @description Its share of the sample
             * @default 1
             */
            weight?: number;
        };
        AbVariantResponse: {
            key: string;
            subject: string | null;
            pre_header: string | null;
            body: string | null;
            /** @description Its share of the sample */
            weight: number;
        };
        AcceptedImportMember: {
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
        };
        AcceptedImportResponse: {
            import: components["schemas"]["AcceptedImportMember"];
        };
        ActionOptionsResponse: {
            /** @description Of add_tags and remove_tags */
            tags?: number[];
            /** @description Of add_lists and remove_lists */
            lists?: number[];
            /** @description Of add_companies and remove_companies */
            companies?: number[];
            /**
             * @description Of change_status
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Of change_status: also over a stricter one */
            force_update_status?: boolean;
            /** @description Of add_to_funnel */
            funnel_id?: number;
            /** @description Nobody outside is told of it */
            silent: boolean;
        };
        ActionResponse: {
            name: string;
            /** @enum {string} */
            type: "action" | "benchmark" | "conditional" | "wait" | "split" | "exit";
            title: string;
            description: string;
            /** @description A JSON Schema (2020-12) of the settings */
            settings: {
                [key: string]: unknown;
            };
            /** @description Of actions with `children`: the names of the ways, or where in the settings they come from */
            branches?: string[] | string;
        };
        ActionsResponse: {
            actions: components["schemas"]["ActionResponse"][];
        };
        ActiveContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
        };
        ActivityOfDayResponse: {
            /** @description Mails sent to contacts */
            sent: number;
            /** @description Mails opened for the first time */
            opens: number;
            /** @description Mails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through a mail */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders, in whatever currency */
            orders: number;
            date: string;
        };
        ActivityOfHourResponse: {
            /** @description Mails sent to contacts */
            sent: number;
            /** @description Mails opened for the first time */
            opens: number;
            /** @description Mails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through a mail */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders, in whatever currency */
            orders: number;
            /** @description Hour of the local day */
            hour: number;
        };
        ActivityOfWeekdayResponse: {
            /** @description Mails sent to contacts */
            sent: number;
            /** @description Mails opened for the first time */
            opens: number;
            /** @description Mails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through a mail */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders, in whatever currency */
            orders: number;
            /** @description Monday is 1 */
            weekday: number;
        };
        ActivityResponse: {
            /** @description Every day of the period */
            data: components["schemas"]["ActivityOfDayResponse"][];
            /** @description Of the whole period */
            totals: components["schemas"]["DeedsResponse"];
            /** @description The same of the period compared with */
            previous: components["schemas"]["DeedsResponse"] | null;
            /** @description The 24 hours of a day, over the whole period. Null with `lists[]` or `tags[]`: hours are not kept by contact */
            by_hour: components["schemas"]["ActivityOfHourResponse"][] | null;
            /** @description Monday to Sunday, over the whole period */
            by_weekday: components["schemas"]["ActivityOfWeekdayResponse"][];
            /** @description The newest first, at most 20, whatever the period */
            recent: components["schemas"]["RecentActivityResponse"][];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        AddEntriesDto: {
            /** @description Contacts; all of them or none */
            subscribers: number[];
        };
        AddSuppressionsDto: {
            /**
             * Format: email
             * @description An address
             */
            email?: string;
            /** @description A domain: every address of it, but not those of its subdomains */
            domain?: string;
            /** @description Addresses and domains */
            values?: string[];
            /** @description Why; for people to read */
            note?: string | null;
        };
        AttachmentDto: {
            /** @description A plain file name */
            filename: string;
            content_type: string;
            /** @description At most 5 MB together */
            content_base64: string;
        };
        AttemptResponse: {
            number: number;
            started_at: string;
            finished_at: string | null;
            /** @description Null while it is under way */
            outcome: string | null;
            response_code: number | null;
            /** @description Milliseconds */
            response_time: number | null;
            remote_ip: string | null;
            /** @description What was sent, save the body, which is that of every attempt */
            request: components["schemas"]["DeliveryRequestResponse"];
            /** @description Null without an answer */
            response_headers: {
                [key: string]: string;
            } | null;
            /** @description The first 4 KiB */
            response_body: string | null;
        };
        AttributionResponse: {
            /** @enum {string} */
            touch: "last_click";
            /** @description Whose mail it was */
            campaign_id: number | null;
            /** @description Or whose */
            funnel_id: number | null;
            /** @description The step of the funnel */
            sequence_id: number | null;
            /** @description The mail that was clicked */
            email_id: number | null;
            clicked_at: string | null;
        };
        AudienceEstimateResponse: {
            estimated_count: number;
            excluded: components["schemas"]["LeftOutResponse"];
        };
        AudiencePairDto: {
            /** @description A list id, or `all` */
            list?: number | "all";
            /** @description A tag id, or `all` */
            tag?: number | "all";
        };
        AudiencePairResponse: {
            /** @description A list id, or `all` */
            list: number | "all";
            /** @description A tag id, or `all` */
            tag: number | "all";
        };
        AuditEntryResponse: {
            id: number;
            created_at: string;
            /** @enum {string} */
            source: "api" | "command_line";
            /** @description Null for the command line */
            manager: components["schemas"]["AuditManagerResponse"] | null;
            method: string | null;
            /** @description Or the name of a command */
            route: string;
            request_id: string | null;
            /** @description The `X-Request-Id` that the caller sent */
            client_request_id: string | null;
            /** @enum {string} */
            action: "created" | "updated" | "deleted" | "changed" | "exported";
            /** @description Null when no record was changed */
            record: components["schemas"]["AuditRecordResponse"] | null;
            /** @description How many records the entry stands for */
            records: number;
            /** @description Every field that is different. Null for several records, and for people who are forgotten */
            changes: {
                [key: string]: {
                    /** @description Null: there was none */
                    before?: unknown;
                    /** @description Null: there is none */
                    after?: unknown;
                };
            } | null;
        };
        AuditLogResponse: {
            audit_log: components["schemas"]["AuditEntryResponse"][];
            /** @description Null at the end */
            next_cursor: string | null;
        };
        AuditManagerResponse: {
            id: number;
            /** @description As it was then */
            username: string;
        };
        AuditRecordResponse: {
            type: string;
            /** @description Null when several are counted */
            id: number | null;
        };
        BounceDayResponse: {
            date: string;
            sent: number;
            bounced: number;
            /** @description Percent of sent */
            bounce_rate: number;
        };
        BounceRatesResponse: {
            /** @description Percent of sent */
            bounce_rate: number;
        };
        BounceReasonResponse: {
            /** @enum {string} */
            type: "hard" | "soft";
            /** @description The code; null when none was given */
            reason: string | null;
            total: number;
            /** @description Percent of all bounces */
            share: number;
        };
        BounceTotalsResponse: {
            sent: number;
            bounced: number;
            /** @description Null when `lists` or `tags` narrow the report down */
            hard: number | null;
            /** @description Null when `lists` or `tags` narrow the report down */
            soft: number | null;
        };
        BouncesResponse: {
            /** @description The 20 domains with most, and the rest. Null when `lists` or `tags` narrow the report down */
            by_domain: components["schemas"]["LossByDomainResponse"][] | null;
            /** @description The 20 campaigns with most. Null when `lists` or `tags` narrow the report down */
            by_campaign: components["schemas"]["LossByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["BounceTotalsResponse"];
            rates: components["schemas"]["BounceRatesResponse"];
            /** @description Null when nothing is compared */
            previous: components["schemas"]["PreviousBouncesResponse"] | null;
            /** @description The 20 most frequent. Null when `lists` or `tags` narrow the report down */
            by_reason: components["schemas"]["BounceReasonResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["BounceDayResponse"][];
            /** @description The last 20, the newest first. Null when `lists` or `tags` narrow the report down */
            recent: components["schemas"]["RecentBounceResponse"][] | null;
        };
        BulkActionDoneResponse: {
            message: string;
            /** @description Contacts for whom something is different now; with dry_run would be */
            affected: number;
            /** @description Contacts for whom there was nothing to do */
            skipped: number;
            /** @description Those of them who keep a stronger status than the one that was asked for */
            kept_status: number[];
            /** @description Whether nothing was written */
            dry_run: boolean;
        };
        BulkActionQueuedResponse: {
            message: string;
            bulk_action: components["schemas"]["BulkActionResponse"];
        };
        BulkActionResponse: {
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
            /**
             * @description Whether it does its work or is being taken back
             * @enum {string}
             */
            phase: "work" | "undo";
            /** @description Null until the rows are counted */
            total: number | null;
            /** @description Rows that are dealt with */
            processed: number;
            /** @description Contacts that are new */
            created: number;
            /** @description Contacts that were changed */
            updated: number;
            /** @description Rows that asked for a status which they may not set; they count elsewhere too */
            kept_status: number;
            /** @description Rows that changed nothing */
            skipped: number;
            /** @description Rows that were refused */
            invalid: number;
            /** @description Rows that were taken back */
            undone: number;
            /** @description Rows that were not, or not wholly, because of edits since */
            conflicts: number;
            /** @description Why it failed */
            error: string | null;
            created_at: string;
            /** @description Null until a worker takes it */
            started_at: string | null;
            /** @description When its work ended, however it did */
            finished_at: string | null;
            /** @description When it was taken back */
            undone_at: string | null;
            /** @description At the rate so far, while it works */
            eta_seconds: number | null;
            /** @enum {string} */
            action_name: "add_tags" | "remove_tags" | "add_lists" | "remove_lists" | "add_companies" | "remove_companies" | "change_status" | "delete" | "add_to_funnel";
            /** @description What of the action belongs to it alone */
            options: components["schemas"]["ActionOptionsResponse"];
            /** @description Whom it is about; everything that is there has to hold */
            filter: components["schemas"]["ChoiceResponse"];
            /** @description Whether nothing is written */
            dry_run: boolean;
            /** @description Whether it can be taken back at all, once it is over */
            undoable: boolean;
        };
        BulkActionsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["BulkActionResponse"][];
        };
        BulkActionsResponse: {
            bulk_actions: components["schemas"]["BulkActionsPage"];
        };
        BulkAddUpdateDto: {
            /** @description Members as for one contact; `tags` and `lists` are added to those of a contact that exists */
            contacts: components["schemas"]["CreateContactDto"][];
            /**
             * @description Contacts with an address that exists are changed instead of refused
             * @default false
             */
            force_update?: boolean;
            /**
             * @description The statuses that are sent hold whatever the contact has; without it a strict status stays or becomes a stricter one
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Whoever would become subscribed becomes pending and is asked by mail; `status` may be left out then
             * @default false
             */
            double_optin?: boolean;
            /** @description Tags for all of the contacts */
            tags?: number[];
            /** @description Lists for all of the contacts */
            lists?: number[];
        };
        BulkAddUpdateResponse: {
            message: string;
            /** @description Ids of contacts that are new */
            created: number[];
            /** @description Ids of contacts that existed, also where nothing was new */
            updated: number[];
            /** @description Ids of those that keep a status that may not be changed */
            kept_status: number[];
            /** @description What was refused; nothing of it was written */
            invalids: components["schemas"]["RefusedContactResponse"][];
        };
        CampaignAttachmentResponse: {
            filename: string;
            content_type: string;
            /** @description In bytes */
            size: number;
        };
        CampaignCountsResponse: {
            /** @description Recipients */
            total: number;
            /** @description With what was refused at the recipient */
            sent: number;
            /** @description Mails opened at least once */
            views: number;
            /** @description Mails clicked at least once */
            clicks: number;
            unsubscribers: number;
            bounced: number;
            complained: number;
            failed: number;
            /** @description Net of refunds, in `currency` */
            revenue: number;
            /** @description The one that most of its orders are in; null without any */
            currency: string | null;
        };
        CampaignCreatedCall: {
            /** @constant */
            event: "campaign.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CampaignCreatedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A campaign was created. */
        CampaignCreatedData: {
            campaign: components["schemas"]["EventCampaign"];
        };
        CampaignDayResponse: {
            date: string;
            sent: number;
            /** @description Mails opened for the first time */
            opened: number;
            /** @description Mails clicked for the first time */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            orders: number;
            revenue: number;
        };
        CampaignEmailResponse: {
            id: number;
            campaign_id: number;
            /** @enum {string} */
            email_type: "campaign";
            subscriber_id: number | null;
            /** @description Null once the contact is gone */
            email_address: string | null;
            /** @description As it was sent; null before */
            email_subject: string | null;
            /** @description Of an A/B test */
            variant: string | null;
            /**
             * @description By a person
             * @enum {integer}
             */
            is_open: 0 | 1;
            /** @description Of people */
            click_counter: number;
            /** @enum {string} */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
            /** @description Why, of what did not go as usual */
            note: string | null;
            message_id: string | null;
            attempts: number;
            /** @description When it is due, or tried again; null where no time is set */
            scheduled_at: string | null;
            sent_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null once the contact is gone */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        CampaignEmailsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignEmailResponse"][];
        };
        CampaignEmailsResponse: {
            emails: components["schemas"]["CampaignEmailsPage"];
        };
        CampaignLinkResponse: {
            id: number;
            url: string;
            /** @description Of which content of an A/B test it is; left out without one */
            variant?: string;
            /** @description Clicks of people */
            total: number;
            /** @description Mails in which a person clicked it */
            unique: number;
            /** @description Clicks of machines */
            machine: number;
        };
        CampaignLintResponse: {
            issues: components["schemas"]["LintIssueResponse"][];
            /**
             * @description Whether readers opt out by the standard footer or by links of the body; null where it does not render
             * @enum {string|null}
             */
            footer: "standard" | "own" | null;
        };
        CampaignOptionResponse: {
            id: number;
            title: string;
        };
        CampaignOrderItemResponse: {
            external_id: string | null;
            title: string;
            quantity: number;
            /** @description Of one piece */
            price: number;
        };
        CampaignOrderResponse: {
            id: number;
            external_id: string;
            provider: string;
            contact_id: number | null;
            /** @enum {string} */
            status: "completed" | "refunded";
            currency: string;
            total: number;
            /** @description What was given back of it */
            refunded: number;
            items: components["schemas"]["CampaignOrderItemResponse"][];
            /** @description The mail that brought it */
            email_id: number | null;
            ordered_at: string;
            /** @description `updated_at` as the shop told it */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null once the contact is gone */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        CampaignOrdersPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignOrderResponse"][];
        };
        CampaignPausedCall: {
            /** @constant */
            event: "campaign.paused";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CampaignPausedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A campaign stopped for the time being. */
        CampaignPausedData: {
            campaign: components["schemas"]["EventCampaign"];
            /** Format: date-time */
            paused_at: string;
            /** @description Null when a manager asked for it */
            reason: string | null;
        };
        CampaignPreviewResponse: {
            subject: string;
            pre_header: string;
            html: string;
            text: string;
        };
        CampaignRemovedResponse: {
            message: string;
        };
        CampaignReportResponse: {
            campaign_id: number;
            campaign_title: string;
            /** @enum {string} */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            /** @description When its last mail had left; null until then */
            sent_at: string | null;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
            /** @description Every day from the first with a figure to the last */
            timeline: components["schemas"]["CampaignDayResponse"][];
            /** @description Of all days, in the order of the mail */
            links: components["schemas"]["LinkOutcomeResponse"][];
            /** @description The 20 domains that most mails went to, and the rest */
            domains: components["schemas"]["DomainOutcomeResponse"][];
            /** @description Of its A/B test, of all days; empty without one */
            variants: components["schemas"]["TestedVariantResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        CampaignReportsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ListedCampaignResponse"][];
        };
        CampaignReportsResponse: {
            /** @description The newest first */
            campaigns: components["schemas"]["CampaignReportsPage"];
            /** @description All campaigns together, not only those of the page; also those deleted since */
            totals: components["schemas"]["CampaignTotalsResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        CampaignResponse: {
            id: number;
            title: string;
            slug: string;
            /** @enum {string} */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            email_subject: string;
            email_pre_header: string;
            email_body: string;
            /** @description Made from the HTML where it is empty */
            email_body_text: string;
            /** @description 0 before it begins */
            recipients_count: number;
            /** @description UTC */
            scheduled_at: string | null;
            /** @description The end of the range that its mails are spread over */
            scheduled_until: string | null;
            /** @enum {string} */
            design_template: "simple" | "plain" | "raw_html" | "mjml";
            /** @description Where the content was copied from */
            template_id: number | null;
            /** @description Whether the parameters below are appended to links */
            utm_status: boolean;
            utm_source: string | null;
            utm_medium: string | null;
            utm_campaign: string | null;
            utm_term: string | null;
            utm_content: string | null;
            attachments: components["schemas"]["CampaignAttachmentResponse"][];
            /** @description The campaign whose mails this one repeats (`settings.resend`) */
            parent_id: number | null;
            settings: components["schemas"]["CampaignSettingsResponse"];
            created_at: string;
            updated_at: string;
            /** @description With `with[]=stats` */
            stats?: components["schemas"]["CampaignCountsResponse"];
        };
        CampaignResumedCall: {
            /** @constant */
            event: "campaign.resumed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CampaignResumedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A paused campaign goes on. */
        CampaignResumedData: {
            campaign: components["schemas"]["EventCampaign"];
            /** Format: date-time */
            resumed_at: string;
            /** @description Null when a manager asked for it */
            reason: string | null;
        };
        CampaignRevenuePage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignRevenueRowResponse"][];
        };
        CampaignRevenueResponse: {
            /** @description What orders put down to it brought, less what was given back */
            total: number;
            /** @description Completed orders put down to it */
            orders: number;
            /** @description Orders as percent of delivered */
            conversion_rate: number;
            /** @description Null when nothing was ever ordered */
            currency: string | null;
        };
        CampaignRevenueRowResponse: {
            campaign_id: number;
            title: string;
            revenue: number;
            orders: number;
            /** @description revenue / orders */
            average_order_value: number;
        };
        CampaignRevenuesResponse: {
            orders: components["schemas"]["CampaignOrdersPage"];
            /** @description Net of refunds, of all orders in `currency` */
            total_revenue: number;
            currency: string | null;
        };
        CampaignSendingResponse: {
            /**
             * @description Null unless it is `working`
             * @enum {string|null}
             */
            phase: "enrolling" | "testing" | "sending" | "waiting" | "retrying" | null;
            /** @description What a working campaign waits for, or why a paused one was paused unless a person did it */
            waiting_reason: string | null;
        };
        CampaignSentCall: {
            /** @constant */
            event: "campaign.sent";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CampaignSentData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Every mail of a campaign has reached its final state. */
        CampaignSentData: {
            campaign: components["schemas"]["EventCampaign"];
            /** @description What had become of its mails by then */
            stats: {
                total: number;
                /** @description Accepted by the mail server or refused at the recipient */
                sent: number;
                /** @description Mails opened by a person */
                views: number;
                /** @description Mails with a click by a person */
                clicks: number;
                unsubscribers: number;
                bounced: number;
                complained: number;
                failed: number;
                /** @description What its mails have brought by then, net of refunds */
                revenue: number;
                /** @description Of the revenue; null when nothing was ordered */
                currency: string | null;
            };
        };
        CampaignSettingsDto: {
            /** @description By whom its mails leave */
            mailer_settings?: components["schemas"]["MailerSettingsDto"];
            /** @description Who gets it: inside a row AND, between rows OR */
            subscribers?: components["schemas"]["AudiencePairDto"][];
            /** @description Who does not, whatever the rows above say */
            excludedSubscribers?: components["schemas"]["AudiencePairDto"][];
            /**
             * @description How the recipients are said
             * @default list_tag
             * @enum {string}
             */
            sending_filter?: "list_tag" | "dynamic_segment" | "advanced_filters" | "resend";
            /**
             * @description What `POST /campaigns/{id}/schedule` means
             * @default instant
             * @enum {string}
             */
            sending_type?: "instant" | "schedule" | "range_schedule" | "timezone";
            /**
             * @description `auto`: a part without a link to unsubscribe_url or preferences_url gets the standard footer; `none`: it must have such a link
             * @default auto
             * @enum {string}
             */
            footer?: "auto" | "none";
            /**
             * @description Of the standard footer, for contacts whose field `language` or `locale` names none; null for English
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | null;
            /**
             * @description Follow clicks through tracked links
             * @default true
             */
            click_tracker?: boolean;
            /**
             * @description Count opens with a pixel
             * @default true
             */
            open_tracker?: boolean;
            /** @description The segment, for the filter `dynamic_segment` */
            dynamic_segment?: components["schemas"]["SegmentChoiceDto"] | null;
            /** @description A rule of the filter language, for the filter `advanced_filters` */
            advanced_filters?: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Not to whoever has a mail of these campaigns */
            exclude_campaign_ids?: number[];
            /** @description Contacts in one of these segments get nothing */
            excluded_segment_ids?: number[];
            /** @description Limits for all processes together; null for none */
            throttle?: components["schemas"]["ThrottleDto"] | null;
            /** @description When its mails may leave; null for any time */
            send_window?: components["schemas"]["SendWindowDto"] | null;
            /** @description Several contents, tried on a sample; null for none */
            ab_test?: components["schemas"]["AbTestDto"] | null;
        };
        CampaignSettingsResponse: {
            mailer_settings: components["schemas"]["MailerSettingsResponse"];
            /** @description Inside a row AND, between rows OR */
            subscribers: components["schemas"]["AudiencePairResponse"][];
            excludedSubscribers: components["schemas"]["AudiencePairResponse"][];
            exclude_campaign_ids: number[];
            excluded_segment_ids: number[];
            /**
             * @description Which of the members beside it says who the recipients are
             * @enum {string}
             */
            sending_filter: "list_tag" | "dynamic_segment" | "advanced_filters" | "resend";
            dynamic_segment: components["schemas"]["SegmentChoiceResponse"] | null;
            /** @description A rule of the filter language: groups joined by OR, of rows joined by AND */
            advanced_filters: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Only of a campaign that repeats another */
            resend: components["schemas"]["ResendResponse"] | null;
            /** @enum {string} */
            sending_type: "instant" | "schedule" | "range_schedule" | "timezone";
            throttle: components["schemas"]["ThrottleResponse"] | null;
            send_window: components["schemas"]["SendWindowResponse"] | null;
            ab_test: components["schemas"]["AbTestResponse"] | null;
            /**
             * @description What a part without an opt-out link of its own gets
             * @enum {string}
             */
            footer: "auto" | "none";
            /**
             * @description Of the standard footer
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | null;
            click_tracker: boolean;
            open_tracker: boolean;
            sending: components["schemas"]["CampaignSendingResponse"];
        };
        CampaignStateResponse: {
            campaign: components["schemas"]["StateOfCampaignResponse"];
            /** @description Statuses that no mail is in are left out */
            stat: components["schemas"]["MailsInStatusResponse"][];
            /** @description With what was refused at the recipient */
            sent_count: number;
            /** @description Put off by a mail server; they are tried again */
            deferred_count: number;
            progress: components["schemas"]["SendingProgressResponse"];
            analytics: components["schemas"]["ReactionsResponse"];
            /** @description Null without one */
            ab_test: components["schemas"]["AbTestStateResponse"] | null;
            /** @description The variants of the A/B test */
            subject_analytics: components["schemas"]["VariantAnalysisResponse"][];
        };
        CampaignStatsResponse: {
            /** @description Accepted by the mail server, or refused by it at the recipient */
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            /** @description Mails opened at least once */
            opened: number;
            /** @description Mails clicked at least once */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            /** @description Percent of sent */
            delivery_rate: number;
            /** @description Percent of delivered */
            open_rate: number;
            /** @description Percent of delivered */
            click_rate: number;
            /** @description Percent of delivered */
            unsubscribe_rate: number;
        };
        CampaignTitleDto: {
            title: string;
        };
        CampaignTotalsResponse: {
            /** @description Accepted by the mail server, or refused by it at the recipient */
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            /** @description Mails opened at least once */
            opened: number;
            /** @description Mails clicked at least once */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            /** @description Percent of sent */
            delivery_rate: number;
            /** @description Percent of delivered */
            open_rate: number;
            /** @description Percent of delivered */
            click_rate: number;
            /** @description Percent of delivered */
            unsubscribe_rate: number;
            revenue: components["schemas"]["CampaignRevenueResponse"];
        };
        CampaignWrittenResponse: {
            campaign: components["schemas"]["CampaignResponse"];
            message: string;
        };
        CampaignsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignResponse"][];
        };
        CampaignsResponse: {
            campaigns: components["schemas"]["CampaignsPage"];
        };
        ChangeCompanyMembersDto: {
            /** @description Contacts */
            subscriber_ids: number[];
            /** @description Each contact is taken with each company; at most 10,000 pairs. Of several, the first one named becomes the primary of a contact that has none */
            company_ids: number[];
        };
        ChangeOrderDto: {
            /**
             * Format: email
             * @description Of the contact
             */
            email?: string | null;
            /** @description Instead of the address, or beside it */
            contact_id?: number | null;
            /**
             * @description It goes forward only
             * @enum {string}
             */
            status?: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description What was bought; it replaces what was told before */
            items?: components["schemas"]["OrderItemMembers"][] | null;
            /** @description When the customer ordered. UTC unless it has an offset */
            ordered_at?: string | null;
            /** @description When the shop last changed it: what is older than what is stored is late and changes nothing */
            updated_at?: string | null;
            /** @description Cannot be changed */
            external_id?: string;
            /**
             * @description Cannot be changed
             * @default shop
             */
            provider?: string;
            /** @description Cannot be changed */
            currency?: string;
            /** @description What the customer pays in all, with no more decimals than the currency has */
            total?: number;
        };
        ChoiceResponse: {
            /** @description Rules of the filter language, that of a segment as it was */
            rules: {
                source: string[];
                /** @enum {string} */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                value?: string | number | (string | number)[];
            }[][][];
            search?: string;
            statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
            /** @description With any of these tags */
            tags?: number[];
            /** @description In any of these lists */
            lists?: number[];
            /** @description Of any of these companies */
            company_ids?: number[];
        };
        ChooseWinnerDto: {
            /** @description Small letters, digits, _ and - */
            key: string;
        };
        CommerceOrderCompletedCall: {
            /** @constant */
            event: "commerce.order_completed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CommerceOrderCompletedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description An order was paid for and completed. */
        CommerceOrderCompletedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
        };
        CommerceOrderCreatedCall: {
            /** @constant */
            event: "commerce.order_created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CommerceOrderCreatedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description An order was reported for the first time. */
        CommerceOrderCreatedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
        };
        CommerceOrderRefundedCall: {
            /** @constant */
            event: "commerce.order_refunded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CommerceOrderRefundedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Money of an order was given back. */
        CommerceOrderRefundedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
            refund: components["schemas"]["EventRefund"];
        };
        CommerceRevenueRecordedCall: {
            /** @constant */
            event: "commerce.revenue_recorded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["CommerceRevenueRecordedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Revenue was booked and attributed. */
        CommerceRevenueRecordedData: {
            revenue: {
                order_id: number;
                /** @description Null once the contact is gone */
                contact_id: number | null;
                /**
                 * @description A refund, or what an order brings
                 * @enum {string}
                 */
                kind: "sale" | "refund";
                /** @description Negative for what is given back, or was put down to another mail before */
                amount: number;
                /** @description By how many orders the figures change: 1, 0 or -1 */
                orders: number;
                /** @description ISO 4217 */
                currency: string;
                campaign_id: number | null;
                funnel_id: number | null;
                sequence_id: number | null;
                email_id: number | null;
                /** @description What it was attributed by; null when nothing was found */
                touch: string | null;
                /**
                 * Format: date-time
                 * @description The moment whose day it counts on: of the order, or of the refund
                 */
                recorded_at: string;
            };
        };
        CommerceStatResponse: {
            orders_count: number;
            /** @description Less what was given back */
            total_spent: number;
            average_order_value: number;
            /** @description Of several the one with most orders; null without orders */
            currency: string | null;
            first_order_at: string | null;
            last_order_at: string | null;
            refunded_total: number;
        };
        CompaniesPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["CompanyResponse"][];
        };
        CompaniesResponse: {
            companies: components["schemas"]["CompaniesPage"];
        };
        CompanyRemovedResponse: {
            message: string;
        };
        CompanyResponse: {
            id: number;
            name: string;
            industry: string | null;
            type: string | null;
            website: string | null;
            email: string | null;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            country: string | null;
            postal_code: string | null;
            employees_number: number | null;
            description: string | null;
            logo: string | null;
            linkedin_url: string | null;
            facebook_url: string | null;
            twitter_url: string | null;
            status: string | null;
            /** @description How many contacts belong to it */
            contacts_count: number;
            created_at: string;
            updated_at: string;
        };
        CompanyWrittenResponse: {
            company: components["schemas"]["CompanyResponse"];
            message: string;
        };
        ComparedDaysResponse: {
            from: string;
            to: string;
        };
        ComparedMetaResponse: {
            /** @description First local day, included */
            from: string | null;
            /** @description Last local day, included */
            to: string | null;
            /** @description Whose days these are */
            timezone: string;
            generated_at: string;
            /** @description Whether the figures come from the cache */
            cached: boolean;
            /** @description What was committed by then is counted */
            as_of: string;
            /** @description Null when nothing is compared */
            compared_with: components["schemas"]["ComparedDaysResponse"] | null;
        };
        ComplaintDayResponse: {
            date: string;
            /** @description sent - bounced */
            delivered: number;
            complained: number;
            /** @description Percent of delivered */
            complaint_rate: number;
        };
        ComplaintRatesResponse: {
            /** @description Percent of delivered */
            complaint_rate: number;
        };
        ComplaintSourceResponse: {
            /** @description Where it was learnt; null when unknown */
            reason: string | null;
            total: number;
            /** @description Percent of all complaints */
            share: number;
        };
        ComplaintThresholdResponse: {
            warn: number;
            critical: number;
        };
        ComplaintTotalsResponse: {
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            complained: number;
        };
        ConsentMembers: {
            /** @description Of the person */
            ip?: string | null;
            /** @description Which wording the person saw */
            text_version?: string | null;
            /** @description Whatever else shows it, as text or JSON */
            proof?: string | null;
        };
        ConsentOptionResponse: {
            /** @description Of the person */
            ip: string | null;
            /** @description Which wording these people saw */
            text_version: string | null;
            /** @description Whatever else shows it */
            proof: string | null;
        };
        ConsentResponse: {
            id: number;
            /**
             * @description `requested`: asked to confirm. `changed`: neither given nor taken back, such as a bounce
             * @enum {string}
             */
            action: "requested" | "granted" | "withdrawn" | "changed";
            /**
             * @description Null for a contact that was new
             * @enum {string|null}
             */
            old_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained" | null;
            /** @enum {string} */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Who or what caused it, as in `contact.status_changed` */
            source: string;
            /** @description In words, where there are any */
            reason: string | null;
            /** @description Which wording the person saw */
            text_version: string | null;
            /** @description Of the person */
            ip: string | null;
            /** @description Whatever else shows it, as text or JSON */
            proof: string | null;
            occurred_at: string;
        };
        ConsentsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ConsentResponse"][];
        };
        ConsentsResponse: {
            consents: components["schemas"]["ConsentsPage"];
        };
        ContactChangesDto: {
            /**
             * Format: email
             * @description Unique
             */
            email?: string;
            /** @enum {string} */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name where neither is sent */
            full_name?: string | null;
            /** @description A user of another system; unique */
            user_id?: number | null;
            /** @description lead or customer, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2, alpha-3 or name; stored as alpha-2 */
            country?: string | null;
            /** @description The same as `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /** Format: uri */
            photo?: string | null;
            /** @description No mails till then; null ends the pause. UTC unless it has an offset */
            paused_until?: string | null;
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            tags?: number[];
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            lists?: number[];
            /** @description By slug; null or an empty text clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description How the person agreed; it goes into the consent log and nowhere else */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description Tags that it gets */
            attach_tags?: number[];
            /** @description Tags that it loses */
            detach_tags?: number[];
            /** @description Lists that it gets onto */
            attach_lists?: number[];
            /** @description Lists that it is taken off */
            detach_lists?: number[];
        };
        ContactCompanyResponse: {
            id: number;
            name: string;
            industry: string | null;
            type: string | null;
            website: string | null;
            email: string | null;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            country: string | null;
            postal_code: string | null;
            employees_number: number | null;
            description: string | null;
            logo: string | null;
            linkedin_url: string | null;
            facebook_url: string | null;
            twitter_url: string | null;
            status: string | null;
            /** @description How many contacts belong to it */
            contacts_count: number;
            created_at: string;
            updated_at: string;
            /** @description True for one company of every contact that has any */
            is_primary: boolean;
        };
        ContactCreatedCall: {
            /** @constant */
            event: "contact.created";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactCreatedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact was created. */
        ContactCreatedData: {
            contact: components["schemas"]["EventContact"];
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system";
        };
        ContactCreatedResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /** @enum {string} */
            action_type: "created" | "updated";
            /** @description True if the address must not be mailed whatever the status; left out otherwise */
            suppressed?: boolean;
        };
        ContactDeletedCall: {
            /** @constant */
            event: "contact.deleted";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactDeletedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact was deleted. */
        ContactDeletedData: {
            contact: components["schemas"]["EventContact"];
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system";
        };
        ContactDeletedResponse: {
            message: string;
        };
        ContactGroupResponse: {
            /** @description The id of a list, tag or segment, else the value itself; null for contacts without one */
            key: number | string | null;
            label: string;
            /** @description Contacts now */
            size: number;
            /** @description Percent of all contacts */
            share: number;
            /** @description Percent of the mails sent to them */
            open_rate: number;
            /** @description Percent of the mails sent to them */
            click_rate: number;
            /** @description Percent of the mails sent to them */
            unsubscribe_rate: number;
            /** @description What they brought, after refunds */
            revenue: number;
        };
        ContactListAddedCall: {
            /** @constant */
            event: "contact.list_added";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactListAddedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The contact came onto lists that it was not on. */
        ContactListAddedData: {
            contact: components["schemas"]["EventContact"];
            lists: components["schemas"]["EventLabel"][];
        };
        ContactListRemovedCall: {
            /** @constant */
            event: "contact.list_removed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactListRemovedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The contact left lists that it was on. */
        ContactListRemovedData: {
            contact: components["schemas"]["EventContact"];
            lists: components["schemas"]["EventLabel"][];
        };
        ContactResponse: {
            id: number;
            /** @description A user of another system; unique */
            user_id: number | null;
            /** @description Unique, and never changed */
            hash: string;
            email: string;
            first_name: string | null;
            last_name: string | null;
            /** @description First and last name; empty where there is neither */
            full_name: string;
            /** @enum {string} */
            status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            contact_type: string;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            /** @description Alpha-2 */
            country: string | null;
            postal_code: string | null;
            date_of_birth: string | null;
            photo: string | null;
            /** @description No mails till then, by the wish of the contact */
            paused_until: string | null;
            tags: components["schemas"]["LabelResponse"][];
            lists: components["schemas"]["LabelResponse"][];
            /** @description By slug, where they are asked for; of a checkbox an array, of every other field text */
            custom_values?: {
                [key: string]: string | string[];
            };
            /** @description With `with[]=stats` */
            stats?: components["schemas"]["ContactStatsResponse"];
            /** @description With `with[]=companies`; the primary first */
            companies?: components["schemas"]["ContactCompanyResponse"][];
            /** @description With `with[]=commerce_stat` */
            commerce_stat?: components["schemas"]["CommerceStatResponse"];
            created_at: string;
            updated_at: string;
        };
        ContactRevenuePage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ContactRevenueRowResponse"][];
        };
        ContactRevenueRowResponse: {
            contact: components["schemas"]["RevenueContactResponse"];
            revenue: number;
            orders: number;
            /** @description revenue / orders */
            average_order_value: number;
        };
        ContactStatsResponse: {
            /** @description Mails sent to the contact */
            emails: number;
            /** @description Of these, opened by a human */
            opens: number;
            /** @description Of these, clicked in by a human */
            clicks: number;
        };
        ContactStatusChangedCall: {
            /** @constant */
            event: "contact.status_changed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactStatusChangedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The status of a contact changed. */
        ContactStatusChangedData: {
            contact: components["schemas"]["EventContact"];
            /** @enum {string} */
            old_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @enum {string} */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            reason: string | null;
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system";
        };
        ContactTagAddedCall: {
            /** @constant */
            event: "contact.tag_added";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactTagAddedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Tags were added: those that the contact did not have. */
        ContactTagAddedData: {
            contact: components["schemas"]["EventContact"];
            tags: components["schemas"]["EventLabel"][];
        };
        ContactTagRemovedCall: {
            /** @constant */
            event: "contact.tag_removed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactTagRemovedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Tags were removed: those that the contact had. */
        ContactTagRemovedData: {
            contact: components["schemas"]["EventContact"];
            tags: components["schemas"]["EventLabel"][];
        };
        ContactUpdatedCall: {
            /** @constant */
            event: "contact.updated";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["ContactUpdatedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description Fields or custom values of a contact changed; once per write. Status, tags and lists have events of their own. */
        ContactUpdatedData: {
            contact: components["schemas"]["EventContact"];
            /** @description What changed, by the name of the field; custom values as `custom_values.<slug>`. Times are ISO 8601, dates stay dates */
            changes: {
                [key: string]: {
                    old: unknown;
                    new: unknown;
                };
            };
        };
        ContactUpdatedResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /** @description Whether anything stored has changed */
            isDirty: boolean;
        };
        ContactsMergedResponse: {
            message: string;
            /** @description The contact that stays, as it is now */
            subscriber: components["schemas"]["ContactResponse"];
        };
        ContactsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ContactResponse"][];
        };
        CountedListResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            /**
             * @description Whether contacts find it in the preference centre and may join it there
             * @enum {string}
             */
            is_public: "0" | "1";
            created_at: string;
            updated_at: string;
            /** @description Contacts; left out with `exclude_counts` */
            totalCount?: number;
            /** @description Of these, with status subscribed; left out with `exclude_counts` */
            subscribersCount?: number;
        };
        CountedTagResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            created_at: string;
            updated_at: string;
            /** @description Contacts; left out with `exclude_counts` */
            totalCount?: number;
            /** @description Of these, with status subscribed; left out with `exclude_counts` */
            subscribersCount?: number;
        };
        CountryOptionResponse: {
            code: string;
            title: string;
        };
        CreateCampaignDto: {
            /** @description Short for rows of `settings.subscribers`: members of any of these lists */
            lists?: number[];
            /** @description Short for rows of `settings.subscribers`: whoever has any of these tags */
            tags?: number[];
            /** @description Short for rows of `settings.excludedSubscribers`, by lists */
            exclude_lists?: number[];
            /** @description Short for rows of `settings.excludedSubscribers`, by tags */
            exclude_tags?: number[];
            /** @description Copies the template into whatever of the content is not given beside it */
            template_id?: number | null;
            /**
             * @description Whether the parameters below are appended to links
             * @default false
             */
            utm_status?: boolean;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_source?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_medium?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_campaign?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_term?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_content?: string | null;
            /** @description All of them; an empty array removes them */
            attachments?: components["schemas"]["AttachmentDto"][];
            /** @description Made from the title unless it is given */
            slug?: string;
            /**
             * @description Only the present one, `draft` for a new campaign; routes such as `POST /campaigns/{id}/send` change it
             * @enum {string|null}
             */
            status?: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived" | null;
            /** @description Liquid */
            email_subject?: string;
            /** @description Preview text; Liquid */
            email_pre_header?: string;
            /** @description HTML (MJML where that is the design) with Liquid; without a link to {{ unsubscribe_url }} or {{ preferences_url }} it gets the standard footer */
            email_body?: string;
            /** @description Made from the HTML when empty */
            email_body_text?: string;
            /**
             * @description What the body is, and what is put around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description Members that are not sent stay as they are */
            settings?: components["schemas"]["CampaignSettingsDto"];
            title: string;
        };
        CreateCompanyDto: {
            industry?: string | null;
            /** @description Any word */
            type?: string | null;
            /** Format: uri */
            website?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2, alpha-3 or name; stored as alpha-2 */
            country?: string | null;
            postal_code?: string | null;
            employees_number?: number | null;
            description?: string | null;
            /** Format: uri */
            logo?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            /** Format: uri */
            facebook_url?: string | null;
            /** Format: uri */
            twitter_url?: string | null;
            /** @description Any word */
            status?: string | null;
            /** @description Unique, whatever its case */
            name: string;
        };
        CreateContactDto: {
            /**
             * Format: email
             * @description Unique
             */
            email: string;
            /**
             * @description Required of a contact that is new, unless `double_optin` is set
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name where neither is sent */
            full_name?: string | null;
            /** @description A user of another system; unique */
            user_id?: number | null;
            /** @description lead or customer, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2, alpha-3 or name; stored as alpha-2 */
            country?: string | null;
            /** @description The same as `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /** Format: uri */
            photo?: string | null;
            /** @description No mails till then; null ends the pause. UTC unless it has an offset */
            paused_until?: string | null;
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            tags?: number[];
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            lists?: number[];
            /** @description By slug; null or an empty text clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description How the person agreed; it goes into the consent log and nowhere else */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description Update if it exists */
            __force_update?: boolean | ("yes" | "no");
            /** @description Whoever would become subscribed becomes pending and is asked by mail; `status` may be left out then */
            double_optin?: boolean | ("yes" | "no");
        };
        CreateCustomFieldDto: {
            /** @description Unique; by default the type, with `_2`, `_3` behind it if that is taken */
            field_key?: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values`; made from the label, and fixed from then on */
            slug?: string;
            /** @description What can be chosen: for select-one, radio and checkbox */
            options?: string[] | null;
            /** @description Whether contacts see and change their value in the preference centre; `0` or `1` */
            is_public?: boolean;
        };
        CreateFunnelDto: {
            /**
             * @description Only the present one, a draft for a new funnel; `PUT /funnels/{id}/status` changes it
             * @enum {string|null}
             */
            status?: "draft" | "published" | "paused" | null;
            /** @description Who comes in, how often, and what takes a contact out: `run_multiple`, `reentry`, `filters`, `exit` */
            conditions?: {
                [key: string]: unknown;
            };
            /** @description The trigger's own parameters (`GET /funnels/triggers`) beside those of every funnel */
            settings?: {
                [key: string]: unknown;
            };
            /** @description The steps in the order of running; `GET /funnels/actions` tells what each may be told. A step that has its `id` keeps it, one without is new. */
            sequences?: {
                id?: number;
                action_name: string;
                title?: string;
                description?: string;
                /** @description By action */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; who does not match goes past the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before it */
                delay?: number;
                /** @description Of conditions and splits: the steps by branch */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            title: string;
            /** @description What lets people in */
            trigger_name: string;
        };
        CreateListDto: {
            /** @description For URLs; made from the title when a new list comes without */
            slug?: string;
            /** @description Shown to contacts in the preference centre where the list is public */
            description?: string | null;
            /** @description Whether contacts find it in the preference centre and may join it there; `0` or `1` */
            is_public?: boolean;
            /** @description Unique, whatever its case */
            title: string;
        };
        CreateScheduledReportDto: {
            /** @description What it is about, and when */
            settings?: components["schemas"]["ScheduledReportSettingsDto"];
            /**
             * @description A paused one is mailed only by `run`
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description An IANA name; `APP_TIMEZONE` when left out */
            timezone?: string;
            /** @description The subject begins with it */
            title: string;
            /**
             * @description Which report
             * @enum {string}
             */
            type: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /**
             * @description How often, and of how long a period
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "quarterly";
            /** @description 1 to 20 addresses; they need not be managers */
            recipients: string[];
        };
        CreateSegmentDto: {
            /** @description For URLs; made from the title when a new segment comes without */
            slug?: string;
            /** @description For whoever manages it */
            description?: string | null;
            /** @description Unique, whatever its case */
            title: string;
            /** @description Groups of which one has to hold; of a group all rows have to hold. See docs/filters.md. */
            filters: {
                source: string[];
                /** @enum {string} */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                value?: string | number | (string | number)[];
            }[][];
        };
        CreateSenderDto: {
            /** @description In From, unless a campaign names another */
            from_name?: string;
            /**
             * Format: email
             * @description In Reply-To, unless a campaign names another
             */
            reply_to?: string | null;
            /** @description 587, or 465 with `secure`, when left out */
            port?: number;
            /**
             * @description TLS from the first byte; otherwise STARTTLS when the server offers it
             * @default false
             */
            secure?: boolean;
            /** @description Null: without logging in */
            username?: string | null;
            /** @description Never shown again */
            password?: string | null;
            /**
             * @description Connections that each worker may keep to the server
             * @default 10
             */
            pool_size?: number;
            /** @description Mails per second by all workers together; null for no limit */
            rate?: number | null;
            /** @description Mails per local day; null for no limit */
            daily_cap?: number | null;
            /** @description How the daily cap is approached; null for at once */
            warmup?: components["schemas"]["WarmupDto"] | null;
            /** @description The key that mails are signed with; null for none */
            dkim?: components["schemas"]["DkimDto"] | null;
            /** @description Mails that cannot be delivered come back to an address of this domain */
            return_path_domain?: string | null;
            /** @description The sender that this one stands in for while its mail server is in trouble */
            fallback_of?: number | null;
            /** @description Unique, whatever its case */
            name: string;
            /**
             * Format: email
             * @description In From, unless a campaign names another
             */
            from_email: string;
            /** @description The mail server */
            host: string;
        };
        CreateTagDto: {
            /** @description For URLs; made from the title when a new tag comes without */
            slug?: string;
            /** @description For whoever manages it */
            description?: string | null;
            /** @description Unique, whatever its case */
            title: string;
        };
        CreateTemplateDto: {
            /** @description Liquid */
            email_subject?: string;
            /** @description Preview text; Liquid */
            email_pre_header?: string;
            /** @description HTML, or MJML where that is the design, with Liquid */
            email_body?: string;
            /** @description Made from the HTML when empty */
            email_body_text?: string;
            /**
             * @description What the body is, and what is put around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            description?: string | null;
            /** @description Unique, whatever its case */
            title: string;
        };
        CreateWebhookDto: {
            /** @description For people */
            name: string;
            /** @description HTTPS only */
            url: string;
            /** @description `*`, a family such as `contact.*`, or names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
            events: string[];
            /**
             * @description An inactive one is told nothing
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Generated and shown once when omitted. Fewer than 16 characters are accepted with a warning */
            secret?: string | null;
            /** @description Past events first: `-30d`, `-12h`, `-90m`, or a cursor of `GET /events`. What the event log still holds from there on is delivered in its order, before anything newer */
            from?: string | null;
        };
        CreatedWebhookResponse: {
            id: number;
            name: string;
            url: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /**
             * @description `failed`: switched off after too many failures in a row
             * @enum {string}
             */
            status: "active" | "inactive" | "failed";
            has_secret: boolean;
            /** @description So long the secret before the last rotation signs too */
            previous_secret_until: string | null;
            created_at: string;
            updated_at: string;
            /** @description Shown in this answer only */
            secret: string;
        };
        CustomFieldOptionResponse: {
            field_key: string;
            type: string;
            label: string;
            slug: string;
            options?: string[];
        };
        CustomFieldRemovedResponse: {
            message: string;
        };
        CustomFieldResponse: {
            /** @description Unique; the type, unless something else was sent */
            field_key: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values` */
            slug: string;
            /** @description Only for types that offer a choice */
            options?: string[];
            /**
             * @description Whether contacts see and change their value in the preference centre
             * @enum {string}
             */
            is_public: "0" | "1";
        };
        CustomFieldSavedResponse: {
            field: components["schemas"]["CustomFieldResponse"];
            message: string;
        };
        CustomFieldSetSavedResponse: {
            fields: components["schemas"]["CustomFieldResponse"][];
            message: string;
        };
        CustomFieldsResponse: {
            fields: components["schemas"]["CustomFieldResponse"][];
            /** @description By type, with `with[]=field_types` */
            field_types?: {
                [key: string]: components["schemas"]["FieldTypeResponse"];
            };
        };
        DeedsResponse: {
            /** @description Mails sent to contacts */
            sent: number;
            /** @description Mails opened for the first time */
            opens: number;
            /** @description Mails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through a mail */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders, in whatever currency */
            orders: number;
        };
        DefinitionResponse: {
            field_key: string;
            /** @enum {string} */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values` */
            slug: string;
            /** @description Only for types that offer a choice */
            options?: string[];
            /**
             * @description Whether contacts see and change their value in the preference centre
             * @enum {string}
             */
            is_public: "0" | "1";
        };
        DeliveryDetailsResponse: {
            id: number;
            event: string;
            /** @enum {string} */
            status: "pending" | "success" | "failed";
            /** @description 0 when there was no answer */
            response_code: number | null;
            /** @description Milliseconds */
            response_time: number | null;
            attempted_at: string | null;
            /** @description Requests made so far */
            attempts: number;
            /** @description Null when there is none, or while one is under way */
            next_attempt_at: string | null;
            /** @description What the latest attempt failed of */
            error: string | null;
            /** @description The `X-Request-Id` of the request that this comes from; null where no request does, as of a campaign at its hour */
            request_id: string | null;
            request: components["schemas"]["NextRequestResponse"];
            attempt_log: components["schemas"]["AttemptResponse"][];
        };
        DeliveryListResponse: {
            deliveries: components["schemas"]["DeliveryResponse"][];
            pagination: components["schemas"]["DeliveryPagination"];
        };
        DeliveryPagination: {
            /** @description Deliveries on all pages */
            total: number;
            per_page: number;
            current_page: number;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
        };
        DeliveryRequestResponse: {
            /** @description Null for an attempt from before it was recorded */
            url: string | null;
            /** @description Without the signatures */
            headers: {
                [key: string]: string;
            };
        };
        DeliveryResponse: {
            id: number;
            event: string;
            /** @enum {string} */
            status: "pending" | "success" | "failed";
            /** @description 0 when there was no answer */
            response_code: number | null;
            /** @description Milliseconds */
            response_time: number | null;
            attempted_at: string | null;
            /** @description Requests made so far */
            attempts: number;
            /** @description Null when there is none, or while one is under way */
            next_attempt_at: string | null;
            /** @description What the latest attempt failed of */
            error: string | null;
        };
        DkimDto: {
            /** @description The `d=` of signatures */
            domain?: string;
            /** @description The `s=` of signatures */
            selector?: string;
            /** @description RSA of 1024 to 4096 bits, or Ed25519, in PEM; it is never shown again */
            private_key?: string;
            /**
             * @description Make a new key of 2048 bits instead of sending one
             * @default false
             */
            generate?: boolean;
        };
        DkimResponse: {
            domain: string;
            selector: string;
            /** @description The TXT record that has to stand in the DNS for signatures to be valid */
            dns_record: components["schemas"]["DnsRecordResponse"];
        };
        DnsRecordResponse: {
            name: string;
            value: string;
        };
        DoBulkActionDto: {
            /**
             * @description What to do. The names that FluentCRM has for these are understood as well; see docs/bulk-actions.md
             * @enum {string}
             */
            action_name: "add_tags" | "remove_tags" | "add_lists" | "remove_lists" | "add_companies" | "remove_companies" | "change_status" | "delete" | "add_to_funnel";
            /** @description Whom; it is done before the answer, for all of them or for none */
            subscriber_ids?: number[];
            /** @description Instead: whoever matches; a job does it */
            filter?: {
                source: string[];
                /** @enum {string} */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                value?: string | number | (string | number)[];
            }[][] | {
                /** @description Groups of which one has to hold; of a group all rows have to hold. See docs/filters.md. */
                filters?: {
                    source: string[];
                    /** @enum {string} */
                    operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                    value?: string | number | (string | number)[];
                }[][];
                /** @description Whoever is in this segment */
                segment_id?: number;
                search?: string;
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                tags?: number[];
                lists?: number[];
                company_ids?: number[];
            };
            /** @description For add_tags and remove_tags */
            tags?: number[];
            /** @description For add_lists and remove_lists */
            lists?: number[];
            /** @description For add_companies and remove_companies */
            companies?: number[];
            /** @description The same as companies */
            company_ids?: number[];
            /** @description The same as tags, lists or companies, whichever the action needs */
            action_options?: number[];
            /**
             * @description For change_status
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description The same as status
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description For change_status: also unsubscribed, bounced and complained contacts get a weaker status
             * @default false
             */
            force_update_status?: boolean;
            /** @description For add_to_funnel: a published funnel */
            funnel_id?: number;
            /** @description Refused unless the filter chooses so many at present */
            expected_count?: number;
            /**
             * @description Everything is judged and nothing written
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description No webhook is told and no funnel begins
             * @default false
             */
            silent?: boolean;
        };
        DomainOutcomeResponse: {
            /** @description Null: all others together */
            domain: string | null;
            sent: number;
            delivered: number;
            bounced: number;
            complained: number;
            unsubscribed: number;
            /** @description Percent of sent */
            delivery_rate: number;
            /** @description Percent of sent */
            bounce_rate: number;
        };
        DoubleOptInResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /** @description True if the address must not be mailed: then no mail is sent; left out otherwise */
            suppressed?: boolean;
        };
        EmailBouncedCall: {
            /** @constant */
            event: "email.bounced";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailBouncedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A mail could not be delivered. */
        EmailBouncedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                bounced_at: string;
                /** @enum {string} */
                bounce_type: "hard" | "soft";
                /** @description The enhanced status code, or the plain one */
                code: string | null;
                diagnostic: string | null;
                /** @description Where this was learnt */
                source: string;
            };
        };
        EmailClickedCall: {
            /** @constant */
            event: "email.clicked";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailClickedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A person clicked a link in a mail. Every click raises it. */
        EmailClickedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                clicked_at: string;
                /** @description Where the link led this reader */
                url: string;
                /** @description The link, as in the link report of the campaign */
                link_id: number;
                /** @description Whether it is the first click in this mail */
                first_click: boolean;
            };
        };
        EmailOpenedCall: {
            /** @constant */
            event: "email.opened";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailOpenedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A mail was opened by a person for the first time. */
        EmailOpenedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                opened_at: string;
                /**
                 * @description What showed it: the pixel, or a click in an email whose pixel was not loaded
                 * @enum {string}
                 */
                by: "pixel" | "click";
            };
        };
        EmailSentCall: {
            /** @constant */
            event: "email.sent";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailSentData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The mail server of the sender accepted a mail. */
        EmailSentData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                sent_at: string;
            };
        };
        EmailSpamComplaintCall: {
            /** @constant */
            event: "email.spam_complaint";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailSpamComplaintData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The reader reported a mail as spam. */
        EmailSpamComplaintData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                complained_at: string;
                /** @description Where this was learnt */
                source: string;
            };
        };
        EmailStatsResponse: {
            campaign_id: number;
            campaign_title: string;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        EmailUnsubscribedCall: {
            /** @constant */
            event: "email.unsubscribed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["EmailUnsubscribedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description The reader opted out by a link of a mail. */
        EmailUnsubscribedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Of a mail that a funnel sent */
                funnel_id: number | null;
                /** @description The step of the funnel */
                sequence_id: number | null;
                /** Format: email */
                to: string | null;
                message_id: string;
                /** Format: date-time */
                unsubscribed_at: string;
                /**
                 * @description By a button of the mail program, on our page, in the preference centre, by writing to the address in the header, or by a service that sends for us
                 * @enum {string}
                 */
                method: "one_click" | "page" | "preferences" | "mailto" | "provider";
                reason: string | null;
            };
        };
        EmbeddedContact: {
            id: number;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string;
            status: string | null;
        };
        EngagementBandResponse: {
            /** @description Lowest score, included */
            from: number;
            /** @description Highest score, included */
            to: number;
            contacts: number;
            /** @description Percent of all contacts */
            share: number;
        };
        EngagementScoresResponse: {
            distribution: components["schemas"]["EngagementBandResponse"][];
            average: number;
            median: number;
            /** @description All contacts, whatever their status */
            total: number;
            /** @description The ten highest */
            top: components["schemas"]["TopSubscriberResponse"][];
            formula: components["schemas"]["ScoreFormulaResponse"];
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        EntriesAddedResponse: {
            message: string;
            /** @description Contacts */
            added: number[];
        };
        EntriesPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["EntryResponse"][];
        };
        EntriesResponse: {
            funnel_subscribers: components["schemas"]["EntriesPage"];
        };
        EntryContactResponse: {
            id: number;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string;
            status: string | null;
        };
        EntryRemovedResponse: {
            message: string;
        };
        EntryResponse: {
            /** @description Of this way; a contact may come in again */
            id: number;
            funnel_id: number;
            subscriber_id: number;
            /**
             * @description `cancelled`: left before the end
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /** @description The last step that was done */
            last_sequence_id: number | null;
            /** @description The step that it stands before */
            next_sequence_id: number | null;
            /**
             * Format: date-time
             * @description Null: ended, or waiting for something without a limit of time
             */
            next_execution_time: string | null;
            /** Format: date-time */
            entered_at: string;
            /**
             * Format: date-time
             * @description When it ended, whichever way
             */
            completed_at: string | null;
            /** @description Why it ended, if not as usual */
            exit_reason: string | null;
            /** @description Null for one that is gone */
            subscriber: components["schemas"]["EntryContactResponse"] | null;
        };
        EntryTraceResponse: {
            funnel_subscriber: components["schemas"]["EntryResponse"];
            /** @description What was done, and last what comes next */
            trace: components["schemas"]["TracedStepResponse"][];
            /** @description Other ways of the contact, the newest first */
            earlier: components["schemas"]["EntryResponse"][];
        };
        EraseContactDto: {
            /**
             * @description `delete` takes the contact away; `anonymize` keeps a row without a face, so that every figure stays
             * @enum {string}
             */
            mode: "delete" | "anonymize";
        };
        ErasureResponse: {
            message: string;
            /** @enum {string} */
            mode: "delete" | "anonymize";
            /** @description What is left of it; null when it is deleted */
            subscriber: components["schemas"]["ContactResponse"] | null;
        };
        /** @description Further members are described where an operation has them. */
        ErrorData: {
            /** @description The HTTP status again */
            status: number;
            /** @description Every field at fault with the reason, for people; nested fields by their path */
            params?: {
                [key: string]: string;
            };
            /** @description With 403: what is missing */
            required_permission?: string;
            /** @description As in the header X-Request-Id */
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        ErrorResponse: {
            /** @description Stable, for programs. Absent only where a contact with the same address exists already. */
            code?: string;
            /** @description For people */
            message: string;
            data: components["schemas"]["ErrorData"];
        };
        /** @description A campaign as it was at that moment */
        EventCampaign: {
            id: number;
            title: string;
            slug: string;
            /** @enum {string} */
            status: "working" | "draft" | "scheduled" | "sent" | "paused" | "archived";
            email_subject: string;
            /** @description Exact once all recipients are written down */
            recipients_count: number;
            /** Format: date-time */
            scheduled_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A contact as it was at that moment */
        EventContact: {
            id: number;
            /**
             * Format: email
             * @description Null once the contact has been erased
             */
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            /** @enum {string} */
            status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * Format: date-time
             * @description ISO 8601, UTC; events stored by versions before this one keep `YYYY-MM-DD HH:MM:SS`
             */
            created_at: string;
        };
        EventFunnel: {
            id: number;
            title: string;
            trigger_name: string;
            /** @description The version that this contact runs through */
            version: number;
        };
        EventFunnelSubscriber: {
            id: number;
            /** @enum {string} */
            status: "active" | "completed" | "cancelled";
            /** Format: date-time */
            entered_at: string;
        };
        /** @description A tag or a list */
        EventLabel: {
            id: number;
            title: string;
            slug: string;
        };
        EventListResponse: {
            events: components["schemas"]["EventResponse"][];
            /** @description Always there: at the end, ask again with it later */
            next_cursor: string;
            /** @description Whether there is more now. A page can be short, even empty, and still have more */
            has_more: boolean;
        };
        EventOrder: {
            id: number;
            /** @description The id that the shop gave it */
            external_id: string;
            provider: string;
            contact_id: number;
            /** @enum {string} */
            status: "completed" | "pending" | "processing" | "cancelled" | "refunded";
            /** @description ISO 4217 */
            currency: string;
            total: number;
            items: {
                external_id: string | null;
                title: string;
                quantity: number;
                /** @description Of one piece */
                price: number;
            }[];
            /** Format: date-time */
            ordered_at: string;
        };
        EventRefund: {
            id: number;
            external_id: string | null;
            amount: number;
            reason: string | null;
            /** Format: date-time */
            refunded_at: string;
        };
        EventResponse: {
            /** @description Of this event, wherever it is seen */
            uid: string;
            /** @enum {string} */
            type: "contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            /** @description Behind this event; for `after` and `Last-Event-ID` */
            cursor: string;
            /** @description The same as `data` of a webhook call; see the webhooks of this document */
            data: {
                [key: string]: unknown;
            };
        };
        EventTrackedResponse: {
            message: string;
            id: number;
        };
        ExitsResponse: {
            reason: string;
            total: number;
        };
        ExplainedGroupResponse: {
            /** @description Whether all rows hold */
            holds: boolean;
            rows: components["schemas"]["ExplainedRowResponse"][];
        };
        ExplainedRowResponse: {
            source: string[];
            /** @enum {string} */
            operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
            /** @description What the row asks for */
            value?: string | number | (string | number)[];
            /** @description Whether it holds for the contact */
            holds: boolean;
            /** @description What the contact has: a value, null, an array of ids or options, or count and last_at of events */
            actual: string | number | (string | number)[] | {
                count: number;
                last_at: string | null;
            } | null;
        };
        ExplanationResponse: {
            /** @description Whether any group holds: the contact is in the segment */
            holds: boolean;
            groups: components["schemas"]["ExplainedGroupResponse"][];
        };
        FeedbackMessageDto: {
            /** @description The whole message with its headers (RFC 5322) */
            message: string;
        };
        FeedbackMessageResponse: {
            message: string;
            /**
             * @description `known`: told before. `no_effect`: true, but it changes nothing any more. `ignored`: nothing to do, such as for an automatic reply. `unrecognised`: nothing in it that only we can make. `quarantined`: too large or too deep.
             * @enum {string}
             */
            outcome: "applied" | "known" | "no_effect" | "ignored" | "unrecognised" | "quarantined";
            /** @enum {string} */
            kind: "bounce" | "delivery_notice" | "complaint" | "not_spam" | "unsubscribe" | "auto_reply" | "other" | "unreadable";
            /** @description The mail that it is about */
            email_id: number | null;
        };
        FeedbackProviderResponse: {
            /** @enum {string} */
            provider: "ses" | "mailgun" | "postmark" | "sendgrid" | "generic";
            url: string;
            /** @description Whether calls need a signature of the service beside the secret */
            signed: boolean;
        };
        FeedbackProvidersResponse: {
            providers: components["schemas"]["FeedbackProviderResponse"][];
        };
        FieldDefinitionDto: {
            /** @description Unique; by default the type, with `_2`, `_3` behind it if that is taken */
            field_key?: string;
            /** @enum {string} */
            type?: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label?: string;
            /** @description The key in `custom_values`; made from the label, and fixed from then on */
            slug?: string;
            /** @description What can be chosen: for select-one, radio and checkbox */
            options?: string[] | null;
            /** @description Whether contacts see and change their value in the preference centre; `0` or `1` */
            is_public?: boolean;
        };
        FieldTypeResponse: {
            /** @enum {string} */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description Whether fields of the type need `options` */
            options_required: boolean;
        };
        FireTriggerDto: {
            /**
             * Format: email
             * @description One of three ways to name the contact; an unknown one makes a contact if a funnel waits for the trigger
             */
            email?: string | null;
            /** @description One of three ways to name the contact */
            contact_id?: number | null;
            /** @description One of three ways to name the contact: the id in your own system */
            user_id?: number | null;
            /** @description What the funnels are told, at most 8,000 bytes of JSON: for conditions of the trigger and for texts */
            payload?: {
                [key: string]: unknown;
            };
            /** @description Fields, custom values, tags and lists of the contact: what is named is written */
            contact?: {
                [key: string]: unknown;
            };
        };
        FunnelConversionResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description The steps that send mails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Why people have left; the most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
            steps: components["schemas"]["StepConversionResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelFiguresResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description The steps that send mails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Why people have left; the most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
        };
        FunnelRemovedResponse: {
            message: string;
        };
        FunnelReportResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description The steps that send mails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Why people have left; the most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelReportsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["FunnelFiguresResponse"][];
        };
        FunnelReportsResponse: {
            funnels: components["schemas"]["FunnelReportsPage"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelResponse: {
            id: number;
            title: string;
            trigger_name: string;
            /** @enum {string} */
            status: "draft" | "published" | "paused";
            /** @description Who comes in, how often, and what takes a contact out */
            conditions: {
                [key: string]: unknown;
            };
            /** @description The trigger's own parameters beside those of every funnel */
            settings: {
                [key: string]: unknown;
            };
            /** @description The id of the manager who made it */
            created_by: number | null;
            /** @description The version that new people run through */
            version: number;
            created_at: string;
            updated_at: string;
            /** @description With `with[]=subscribers_count`: how often somebody has come in, ever */
            subscribers_count?: number;
            /** @description With `with[]=sequences` */
            sequences?: components["schemas"]["SequenceResponse"][];
        };
        FunnelRevenueResponse: {
            /** @description What orders after a click in its mails brought, less refunds */
            total: number;
            orders: number;
            /** @description Null when nothing was ever ordered */
            currency: string | null;
        };
        FunnelSequenceCompletedCall: {
            /** @constant */
            event: "funnel.sequence_completed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["FunnelSequenceCompletedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact has passed a step of a funnel. */
        FunnelSequenceCompletedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            sequence: {
                id: number;
                title: string;
                action_name: string;
            };
        };
        FunnelStatusDto: {
            /** @enum {string} */
            status: "draft" | "published" | "paused";
        };
        FunnelSubscriberAddedCall: {
            /** @constant */
            event: "funnel.subscriber_added";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberAddedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact entered a funnel. */
        FunnelSubscriberAddedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
        };
        FunnelSubscriberCompletedCall: {
            /** @constant */
            event: "funnel.subscriber_completed";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberCompletedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact came to the end of a funnel, or to its goal. */
        FunnelSubscriberCompletedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            /** Format: date-time */
            completed_at: string;
            reason: string | null;
        };
        FunnelSubscriberExitedCall: {
            /** @constant */
            event: "funnel.subscriber_exited";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberExitedData"];
            /** @description Of the body without this member; the header carries the one to check */
            signature: string;
        };
        /** @description A contact left a funnel before its end. */
        FunnelSubscriberExitedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            /** Format: date-time */
            exited_at: string;
            reason: string | null;
        };
        FunnelSubscribersResponse: {
            /** @description How often somebody came in, ever */
            total_entered: number;
            currently_active: number;
            /** @description Came to the end or reached the goal */
            completed: number;
            /** @description Percent of total_entered */
            completion_rate: number;
        };
        FunnelTriggerDto: {
            /** @description A published one */
            funnel_id: number;
            /** @description The e-mail address, other fields of the contact, and custom values by their slugs beside them */
            subscriber_data: {
                [key: string]: unknown;
            };
        };
        FunnelTriggeredResponse: {
            message: string;
            funnel_id: number;
            subscriber_id: number;
            /** @enum {string} */
            contact_action: "created" | "updated";
            /** @enum {string} */
            status: "added" | "already_active";
        };
        FunnelWrittenResponse: {
            funnel: components["schemas"]["FunnelResponse"];
            message: string;
        };
        FunnelsResponse: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            funnels: components["schemas"]["FunnelResponse"][];
        };
        GrowthPointResponse: {
            /** @description Contacts that became subscribed */
            new: number;
            /** @description Contacts that became unsubscribed */
            unsubscribed: number;
            /** @description Contacts whose address turned out to be none */
            bounced: number;
            /** @description Contacts that called a mail spam */
            complained: number;
            /** @description Were subscribed and are no longer, deleted ones included */
            left: number;
            /** @description new - left */
            net: number;
            /** @description Subscribed contacts at the end */
            total: number;
            /** @description The first day; of an hour its beginning, such as `2026-10-25T02:00:00+01:00` */
            date: string;
            /** @description Whether the week or month is not wholly in the period */
            partial: boolean;
        };
        GrowthResponse: {
            data: components["schemas"]["GrowthPointResponse"][];
            /** @description Of the whole period */
            totals: components["schemas"]["GrowthSumResponse"];
            /** @description The same of the period compared with */
            previous: components["schemas"]["GrowthSumResponse"] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        GrowthSumResponse: {
            /** @description Contacts that became subscribed */
            new: number;
            /** @description Contacts that became unsubscribed */
            unsubscribed: number;
            /** @description Contacts whose address turned out to be none */
            bounced: number;
            /** @description Contacts that called a mail spam */
            complained: number;
            /** @description Were subscribed and are no longer, deleted ones included */
            left: number;
            /** @description new - left */
            net: number;
            /** @description Subscribed contacts at the end */
            total: number;
        };
        HitResponse: {
            id: number;
            /** @enum {string} */
            kind: "open" | "click";
            is_machine: boolean;
            /** @description Why it was not made by a person; null when it seems to have been */
            machine_reason: string | null;
            /** @description The reason in a sentence */
            explanation: string | null;
            /** @description Whether it followed the link that no reader can see; such a hit has no link of the mail */
            is_decoy: boolean;
            link_id: number | null;
            url: string | null;
            user_agent: string | null;
            created_at: string;
        };
        HitsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["HitResponse"][];
        };
        HitsResponse: {
            hits: components["schemas"]["HitsPage"];
        };
        ImportFileDto: {
            /** @description What the columns hold, by their names in any case; in a form as JSON. One of: email, status, first_name, last_name, full_name, user_id, contact_type, phone, address_line_1, address_line_2, city, state, country, postal_code, date_of_birth, photo, paused_until, tags, lists, consent.ip, consent.text_version, consent.proof, custom.<slug>; `-` or null for a column that is not to be read. Columns that are not named are not read then, but for the one with the address. Without it well-known names are recognised */
            map?: {
                [key: string]: string | null;
            };
            /** @description Ids of tags that every contact gets */
            tags?: number[];
            /** @description Ids of lists that every contact gets onto */
            lists?: number[];
            /**
             * @description What new contacts become whose row does not say; `subscribed`, or `pending` with `double_optin`
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Contacts that exist are changed; otherwise they are passed over
             * @default false
             */
            update?: boolean;
            /**
             * @description With `update`: the statuses of the file hold also for contacts who have opted out, bounced or complained
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Tags and lists that cells name and that do not exist are created
             * @default false
             */
            create_labels?: boolean;
            /**
             * @description comma, semicolon, tab, pipe or the character itself
             * @default auto
             */
            delimiter?: string;
            /**
             * @description UTF-8, UTF-16 and Windows-1252 (Latin-1) are told apart by themselves; others have to be named
             * @default auto
             */
            encoding?: string;
            /**
             * @description Everything is judged and nothing written
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Whoever would become subscribed becomes pending and is asked by mail
             * @default false
             */
            double_optin?: boolean;
            /**
             * @description No webhook is told and no funnel begins
             * @default false
             */
            silent?: boolean;
            /** @description How these people have agreed, for the consent log: the wording, or `{text_version, ip, proof}` */
            consent?: string | {
                [key: string]: unknown;
            };
            /**
             * Format: binary
             * @description A table as text with the names of the columns in its first line
             */
            file: string;
        };
        ImportOptionsResponse: {
            /** @description What each column is taken for; null for one that is not read */
            map: {
                [key: string]: string | null;
            };
            /** @description Tags that every contact gets */
            tags: number[];
            /** @description Lists that every contact gets onto */
            lists: number[];
            /**
             * @description What new contacts become whose row does not say
             * @enum {string}
             */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Whether contacts that exist are changed */
            update: boolean;
            /** @description Whether statuses hold over stricter ones */
            force_update_status: boolean;
            /** @description Whether tags and lists that cells name are created */
            create_labels: boolean;
            /** @description Whether people are asked by mail before they are subscribed */
            double_optin: boolean;
            /** @description Whether webhooks and funnels are told nothing */
            silent: boolean;
            /** @description How these people agreed */
            consent: components["schemas"]["ConsentOptionResponse"] | null;
            /** @enum {string} */
            format: "csv" | "json";
            /** @description In which the file is read */
            encoding: string;
            /** @description Between the cells; empty for rows that came as JSON */
            delimiter: string;
        };
        ImportResponse: {
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
            /**
             * @description Whether it does its work or is being taken back
             * @enum {string}
             */
            phase: "work" | "undo";
            /** @description Null until the rows are counted */
            total: number | null;
            /** @description Rows that are dealt with */
            processed: number;
            /** @description Contacts that are new */
            created: number;
            /** @description Contacts that were changed */
            updated: number;
            /** @description Rows that asked for a status which they may not set; they count elsewhere too */
            kept_status: number;
            /** @description Rows that changed nothing */
            skipped: number;
            /** @description Rows that were refused */
            invalid: number;
            /** @description Rows that were taken back */
            undone: number;
            /** @description Rows that were not, or not wholly, because of edits since */
            conflicts: number;
            /** @description Why it failed */
            error: string | null;
            created_at: string;
            /** @description Null until a worker takes it */
            started_at: string | null;
            /** @description When its work ended, however it did */
            finished_at: string | null;
            /** @description When it was taken back */
            undone_at: string | null;
            /** @description At the rate so far, while it works */
            eta_seconds: number | null;
            /** @description Null for rows that came as JSON */
            file_name: string | null;
            /** @description Everything is judged and nothing written */
            dry_run: boolean;
            options: components["schemas"]["ImportOptionsResponse"];
            /** @description Columns of the file that are not read */
            ignored_columns: string[];
        };
        ImportRowsDto: {
            /** @description What the columns hold, by their names in any case; in a form as JSON. One of: email, status, first_name, last_name, full_name, user_id, contact_type, phone, address_line_1, address_line_2, city, state, country, postal_code, date_of_birth, photo, paused_until, tags, lists, consent.ip, consent.text_version, consent.proof, custom.<slug>; `-` or null for a column that is not to be read. Columns that are not named are not read then, but for the one with the address. Without it well-known names are recognised */
            map?: {
                [key: string]: string | null;
            };
            /** @description Ids of tags that every contact gets */
            tags?: number[];
            /** @description Ids of lists that every contact gets onto */
            lists?: number[];
            /**
             * @description What new contacts become whose row does not say; `subscribed`, or `pending` with `double_optin`
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Contacts that exist are changed; otherwise they are passed over
             * @default false
             */
            update?: boolean;
            /**
             * @description With `update`: the statuses of the file hold also for contacts who have opted out, bounced or complained
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Tags and lists that cells name and that do not exist are created
             * @default false
             */
            create_labels?: boolean;
            /**
             * @description comma, semicolon, tab, pipe or the character itself
             * @default auto
             */
            delimiter?: string;
            /**
             * @description UTF-8, UTF-16 and Windows-1252 (Latin-1) are told apart by themselves; others have to be named
             * @default auto
             */
            encoding?: string;
            /**
             * @description Everything is judged and nothing written
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Whoever would become subscribed becomes pending and is asked by mail
             * @default false
             */
            double_optin?: boolean;
            /**
             * @description No webhook is told and no funnel begins
             * @default false
             */
            silent?: boolean;
            /** @description How these people have agreed, for the consent log: the wording, or `{text_version, ip, proof}` */
            consent?: string | {
                [key: string]: unknown;
            };
            /** @description The same as lines of a table: members are called like columns */
            rows: {
                [key: string]: unknown;
            }[];
        };
        ImportsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ImportResponse"][];
        };
        ImportsResponse: {
            imports: components["schemas"]["ImportsPage"];
        };
        InvalidOrderResponse: {
            /** @description The place of the row, from 0 */
            index: number;
            reason: string;
        };
        JobRowResponse: {
            /** @description From 1; of a file the first row behind the header */
            row: number;
            /** @enum {string} */
            outcome: "created" | "updated" | "skipped" | "invalid";
            /** @description Whether it asked for a status which it may not set */
            kept_status: boolean;
            /** @description Null where there is none, as in a dry run */
            contact_id: number | null;
            /** @description Why it was refused */
            reason: string | null;
            /**
             * @description What became of it when the job was undone; null before that, and where there was nothing to undo
             * @enum {string|null}
             */
            undo: "undone" | "conflict" | null;
            /** @description What of the row was left out */
            warnings: string[];
            /** @description What stays when it was undone */
            conflict: string | null;
        };
        JobRowsResponse: {
            rows: components["schemas"]["JobRowResponse"][];
            /** @description Null at the end */
            next_cursor: string | null;
        };
        LabelEngagementResponse: {
            /** @description Mean score of the members, 0 to 100 */
            score_average: number;
            /** @description How many members have which score */
            distribution: components["schemas"]["ScoreBandResponse"][];
        };
        LabelFiguresResponse: {
            id: number;
            title: string;
            /** @description Members now */
            totalCount: number;
            /** @description Of these, subscribed */
            subscribersCount: number;
            /** @description How often somebody came to it */
            new: number;
            /** @description How often somebody was taken off it */
            lost: number;
            /** @description new - lost */
            net_growth: number;
            /** @description Mails to present members */
            sent: number;
            /** @description Percent of sent */
            open_rate: number;
            /** @description Percent of sent */
            click_rate: number;
            /** @description Of present members, after refunds */
            revenue: number;
        };
        LabelGrowthResponse: {
            date: string;
            added: number;
            removed: number;
            net: number;
        };
        LabelOptionResponse: {
            id: number;
            title: string;
            slug: string;
        };
        LabelResponse: {
            id: number;
            title: string;
            slug: string;
        };
        LeftOutResponse: {
            suppressed: number;
            not_subscribed: number;
            /** @description Want no mails for the time being */
            paused: number;
            excluded_by_rule: number;
            /** @description How often a contact is meant by more than one row, beyond the first; nobody is left out for that */
            duplicates: number;
        };
        LinkOutcomeResponse: {
            id: number;
            /** @description As it was written, with its merge tags */
            url: string;
            /** @description Of which content; only with an A/B test */
            variant?: string;
            /** @description Clicks by people */
            total: number;
            /** @description Mails in which people clicked it */
            unique: number;
            /** @description Clicks by scanners and prefetchers */
            machine: number;
            /** @description Percent of the clicks by people on all links */
            share: number;
        };
        LinkReportResponse: {
            /** @description Also those that nobody has followed */
            links: components["schemas"]["CampaignLinkResponse"][];
        };
        LintIssueResponse: {
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /** @enum {string} */
            code: "does_not_parse" | "too_expensive" | "missing_subject" | "missing_body" | "missing_pre_header" | "standard_footer" | "confirm_link" | "long_subject" | "shouting_subject" | "misleading_subject" | "unknown_merge_tag" | "empty_merge_tag" | "missing_alt" | "images_only" | "relative_image" | "embedded_image" | "insecure_image" | "empty_link" | "dead_anchor" | "relative_link" | "insecure_link" | "unsupported_link" | "unsupported_element" | "unclosed_element" | "too_large";
            message: string;
            field: string;
            line?: number;
            /** @description How many of the sampled contacts it concerns */
            count?: number;
        };
        ListCreatedResponse: {
            lists: components["schemas"]["ListResponse"];
            message: string;
        };
        ListRemovedResponse: {
            message: string;
        };
        ListReportsResponse: {
            /** @description All of them, by title */
            lists: components["schemas"]["LabelFiguresResponse"][];
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        ListResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            /**
             * @description Whether contacts find it in the preference centre and may join it there
             * @enum {string}
             */
            is_public: "0" | "1";
            created_at: string;
            updated_at: string;
        };
        ListUpdatedResponse: {
            /** @description The id, as text */
            lists: string;
            message: string;
        };
        ListedCampaignResponse: {
            campaign_id: number;
            campaign_title: string;
            /** @enum {string} */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            /** @description When its last mail had left; null until then */
            sent_at: string | null;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
        };
        ListedNoteResponse: {
            id: number;
            /** @description The contact, on notes of contacts */
            subscriber_id?: string;
            /** @description The company, on notes of companies */
            company_id?: string;
            /** @description The note that it answers */
            parent_id: number | null;
            /** @description The manager who wrote it; null for one that a funnel wrote */
            created_by: string | null;
            /** @enum {string} */
            status: "open" | "closed";
            /** @enum {string} */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /** @enum {string} */
            is_private: "0" | "1";
            title: string;
            /** @description HTML */
            description: string;
            /** @description When what it tells of happened */
            created_at: string;
            updated_at: string;
            /** @description Null for one that a funnel wrote */
            added_by: components["schemas"]["NoteAuthorResponse"] | null;
        };
        ListedOrderResponse: {
            id: number;
            /** @description The id in the shop */
            external_id: string;
            /** @description Which shop */
            provider: string;
            /** @description Null once the contact is gone */
            contact_id: number | null;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description ISO 4217 */
            currency: string;
            total: number;
            /** @description What was given back of it */
            refunded: number;
            items: components["schemas"]["OrderItemResponse"][];
            /** @description When the customer ordered */
            ordered_at: string;
            /** @description `updated_at` as the shop told it */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null when it is put down to nothing */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        ListsResponse: {
            lists: components["schemas"]["CountedListResponse"][];
        };
        LiveCampaignResponse: {
            campaign_id: number;
            /** @enum {string} */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            stats: components["schemas"]["CampaignStatsResponse"];
            progress: components["schemas"]["LiveProgressResponse"];
            /** @description What people and mail servers did last, the newest first */
            last_events: components["schemas"]["LiveEventResponse"][];
            as_of: string;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        LiveEventResponse: {
            /** @enum {string} */
            type: "sent" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed" | "failed";
            at: string;
            email_id: number;
            contact_id: number | null;
            /** @description Of a click: the link */
            url?: string;
        };
        LiveFunnelResponse: {
            funnel_id: number;
            /** @description Who is in it */
            active: number;
            /** @description Those of them whose next step is not due yet */
            waiting: number;
            entered_last_hour: number;
            completed_last_hour: number;
            by_sequence: components["schemas"]["WaitingAtStepResponse"][];
            as_of: string;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        LiveProgressResponse: {
            /** @description Of the mails, how many have come to an end */
            percent: number;
            /** @description Null unless it is being sent */
            phase: string | null;
            /** @description Everybody who is to get it, or was */
            total: number;
            sent: number;
            /** @description Waiting, on their way, or to be tried again */
            pending: number;
            failed: number;
            /** @description Over the last minute */
            rate_per_second: number;
            /** @description Null where nobody can say */
            eta_seconds: number | null;
            /** @description What keeps mails from leaving */
            waiting_reason: string | null;
        };
        LivenessResponse: {
            /** @enum {string} */
            status: "ok";
        };
        LossByCampaignResponse: {
            campaign_id: number;
            title: string;
            count: number;
            /** @description Percent, of the mails of this campaign on these days */
            rate: number;
        };
        LossByDomainResponse: {
            /** @description Null: all others together */
            domain: string | null;
            count: number;
            /** @description Percent, of the mails to this domain */
            rate: number;
        };
        LossContactResponse: {
            id: number;
            email: string;
        };
        MailerSettingsDto: {
            /** @description Null: the sender with the From address, else the installation's own mail server */
            sender_id?: number | null;
            from_name?: string | null;
            /** Format: email */
            from_email?: string | null;
            reply_to_name?: string | null;
            /** Format: email */
            reply_to_email?: string | null;
        };
        MailerSettingsResponse: {
            /** @description Null: the sender with the From address, else the installation's own mail server */
            sender_id: number | null;
            from_name: string | null;
            from_email: string | null;
            reply_to_name: string | null;
            reply_to_email: string | null;
        };
        MailsInStatusResponse: {
            /** @enum {string} */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
            total: number;
        };
        ManagerResponse: {
            username: string;
            permissions: ("view_contacts" | "manage_contacts" | "view_reports" | "manage_campaigns" | "send_campaigns")[];
        };
        MergeContactsDto: {
            /** @description The contact that stays */
            keep_id: number;
            /** @description Contacts that become part of it and are gone then; at most 50 */
            merge_ids: number[];
        };
        NextRequestResponse: {
            /** @description Where an attempt would go now */
            url: string;
            /** @description Without the signatures */
            headers: {
                [key: string]: string;
            };
            /** @description Without the signature; null once the event has left the log */
            payload: {
                [key: string]: unknown;
            } | null;
        };
        NoteAuthorResponse: {
            ID: number;
            display_name: string;
            /** @description Always null */
            first_name: string | null;
            /** @description Always null */
            last_name: string | null;
        };
        NoteMembersDto: {
            title: string;
            /** @description HTML; what is not on the list of allowed elements and attributes is taken out */
            description: string;
            /**
             * @description What the note tells of
             * @enum {string}
             */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /** @description When that happened. UTC unless it names an offset */
            created_at: string;
            /**
             * @default open
             * @enum {string}
             */
            status?: "open" | "closed";
            /**
             * @description Kept for whoever shows notes; true and false are read too
             * @default 1
             * @enum {string}
             */
            is_private?: "0" | "1";
            /** @description The earlier note that this one answers */
            parent_id?: number | null;
        };
        NoteRemovedResponse: {
            message: string;
        };
        NoteResponse: {
            id: number;
            /** @description The contact, on notes of contacts */
            subscriber_id?: string;
            /** @description The company, on notes of companies */
            company_id?: string;
            /** @description The note that it answers */
            parent_id: number | null;
            /** @description The manager who wrote it; null for one that a funnel wrote */
            created_by: string | null;
            /** @enum {string} */
            status: "open" | "closed";
            /** @enum {string} */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /** @enum {string} */
            is_private: "0" | "1";
            title: string;
            /** @description HTML */
            description: string;
            /** @description When what it tells of happened */
            created_at: string;
            updated_at: string;
        };
        NoteWrittenResponse: {
            note: components["schemas"]["NoteResponse"];
            message: string;
        };
        NotesPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ListedNoteResponse"][];
        };
        NotesResponse: {
            notes: components["schemas"]["NotesPage"];
        };
        OneBulkActionResponse: {
            bulk_action: components["schemas"]["BulkActionResponse"];
        };
        OneCampaignResponse: {
            campaign: components["schemas"]["CampaignResponse"];
        };
        OneCompanyResponse: {
            company: components["schemas"]["CompanyResponse"];
        };
        OneContactResponse: {
            subscriber: components["schemas"]["ContactResponse"];
            /** @description With `with[]=custom_fields` */
            custom_fields?: components["schemas"]["DefinitionResponse"][];
        };
        OneDeliveryResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
        };
        OneFunnelResponse: {
            funnel: components["schemas"]["FunnelResponse"];
        };
        OneImportResponse: {
            import: components["schemas"]["ImportResponse"];
        };
        OneLabelReportResponse: {
            id: number;
            title: string;
            /** @description Members now */
            totalCount: number;
            /** @description Of these, subscribed */
            subscribersCount: number;
            /** @description How often somebody came to it */
            new: number;
            /** @description How often somebody was taken off it */
            lost: number;
            /** @description new - lost */
            net_growth: number;
            /** @description Mails to present members */
            sent: number;
            /** @description Percent of sent */
            open_rate: number;
            /** @description Percent of sent */
            click_rate: number;
            /** @description Of present members, after refunds */
            revenue: number;
            /** @description Every day of the period */
            growth: components["schemas"]["LabelGrowthResponse"][];
            engagement: components["schemas"]["LabelEngagementResponse"];
            /** @description Members by status */
            status_breakdown: {
                subscribed?: number;
                unsubscribed?: number;
                pending?: number;
                bounced?: number;
                complained?: number;
            };
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        OneOrderResponse: {
            order: components["schemas"]["OrderResponse"];
            refunds: components["schemas"]["RefundResponse"][];
            /** @description Null when it is put down to nothing */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        OneReplayResponse: {
            replay: components["schemas"]["ReplayResponse"];
        };
        OneScheduledReportResponse: {
            scheduled_report: components["schemas"]["ScheduledReportResponse"];
            /** @description The last 20 mailings, the newest first */
            runs: components["schemas"]["ScheduledReportRunResponse"][];
        };
        OneSegmentResponse: {
            segment: components["schemas"]["SegmentResponse"];
        };
        OneSenderResponse: {
            sender: components["schemas"]["SenderResponse"];
        };
        OneTagResponse: {
            tag: components["schemas"]["TagResponse"];
        };
        OneTemplateResponse: {
            template: components["schemas"]["TemplateResponse"];
        };
        OneVersionResponse: {
            version: components["schemas"]["VersionWithStepsResponse"];
        };
        OneWebhookResponse: {
            webhook: components["schemas"]["WebhookResponse"];
        };
        OptionsResponse: {
            countries: components["schemas"]["CountryOptionResponse"][];
            lists: components["schemas"]["LabelOptionResponse"][];
            tags: components["schemas"]["LabelOptionResponse"][];
            statuses: components["schemas"]["WordOptionResponse"][];
            contact_types: components["schemas"]["WordOptionResponse"][];
            campaigns: components["schemas"]["CampaignOptionResponse"][];
            funnels: components["schemas"]["CampaignOptionResponse"][];
            segments: components["schemas"]["CampaignOptionResponse"][];
            custom_fields: components["schemas"]["CustomFieldOptionResponse"][];
        };
        OrderChangedResponse: {
            message: string;
            order: components["schemas"]["OrderResponse"];
            /** @description Null when it is put down to nothing */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        OrderItemMembers: {
            /** @description What the shop calls the product */
            external_id?: string | null;
            /** @description As the customer saw it */
            title: string;
            /** @default 1 */
            quantity?: number;
            /** @description Of one piece */
            price: number;
        };
        OrderItemResponse: {
            external_id: string | null;
            title: string;
            quantity: number;
            /** @description Of one piece */
            price: number;
        };
        OrderReportedResponse: {
            message: string;
            order: components["schemas"]["OrderResponse"];
            /** @description Null when it is put down to nothing */
            attribution: components["schemas"]["AttributionResponse"] | null;
            /** @enum {string} */
            action_type: "created" | "updated" | "unchanged";
        };
        OrderResponse: {
            id: number;
            /** @description The id in the shop */
            external_id: string;
            /** @description Which shop */
            provider: string;
            /** @description Null once the contact is gone */
            contact_id: number | null;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description ISO 4217 */
            currency: string;
            total: number;
            /** @description What was given back of it */
            refunded: number;
            items: components["schemas"]["OrderItemResponse"][];
            /** @description When the customer ordered */
            ordered_at: string;
            /** @description `updated_at` as the shop told it */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
        };
        OrdersPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["ListedOrderResponse"][];
        };
        OrdersReportedResponse: {
            message: string;
            created: number[];
            updated: number[];
            unchanged: number[];
            /** @description Rows that were not written */
            invalids: components["schemas"]["InvalidOrderResponse"][];
        };
        OrdersResponse: {
            orders: components["schemas"]["OrdersPage"];
        };
        OtherCurrencyResponse: {
            currency: string;
            revenue: number;
            orders: number;
        };
        OverlapResponse: {
            keys: number[];
            /** @description Contacts that are in both */
            size: number;
            /** @description Percent of those that are in one of them or in both */
            share: number;
        };
        OverviewEmailStatsResponse: {
            emails_sent: number;
            emails_opened: number;
            emails_clicked: number;
            /** @description Percent of the mails sent */
            open_rate: number;
            /** @description Percent of the mails sent */
            click_rate: number;
        };
        OverviewResponse: {
            /** @description Contacts with status subscribed, now */
            total_subscribers: number;
            subscriber_growth: components["schemas"]["SubscriberGrowthResponse"];
            email_stats: components["schemas"]["OverviewEmailStatsResponse"];
            revenue: components["schemas"]["OverviewRevenueResponse"];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        OverviewRevenueResponse: {
            /** @description What completed orders brought, less what was given back */
            total: number;
            /** @description Percent by which it is more than in the period compared with */
            growth: number;
            /** @description Null when nothing was ever ordered */
            currency: string | null;
        };
        PreviewCampaignDto: {
            /** @description Whose values to fill in; else a made-up person’s */
            contact_id?: number | null;
        };
        PreviousBouncesResponse: {
            totals: components["schemas"]["BounceTotalsResponse"];
            rates: components["schemas"]["BounceRatesResponse"];
        };
        PreviousComplaintsResponse: {
            totals: components["schemas"]["ComplaintTotalsResponse"];
            rates: components["schemas"]["ComplaintRatesResponse"];
        };
        PreviousRevenueResponse: {
            total_revenue: number;
            total_orders: number;
            /** @description Percent by which the revenue of this period is more */
            growth_rate: number;
        };
        PreviousUnsubscribesResponse: {
            totals: components["schemas"]["UnsubscribeTotalsResponse"];
            rates: components["schemas"]["UnsubscribeRatesResponse"];
        };
        ProviderFeedbackResponse: {
            message: string;
            /** @description Events in the call */
            received: number;
            /** @description Events that changed something */
            applied: number;
        };
        RateIntervalResponse: {
            low: number;
            high: number;
        };
        ReactionResponse: {
            /** @description People */
            total: number;
            /** @description Percent of what was delivered */
            rate: number;
        };
        ReactionsResponse: {
            open: components["schemas"]["ReactionResponse"];
            click: components["schemas"]["ReactionResponse"];
            unsubscribe: components["schemas"]["ReactionResponse"];
        };
        RecentActivityResponse: {
            /** @enum {string} */
            type: "opened" | "clicked" | "unsubscribed" | "event_tracked" | "order_created";
            at: string;
            /** @description As it is now; null when it is gone */
            contact: components["schemas"]["ActiveContactResponse"] | null;
            /** @description Of a mail `email_id`, `campaign_id` and `funnel_id`, with the `url` clicked as it was written or the `method` of opting out; of an event its `event_key` and `title`; of an order `order_id`, `total` and `currency` */
            detail: {
                [key: string]: unknown;
            };
        };
        RecentBounceResponse: {
            /** @description Null when the contact is gone */
            contact: components["schemas"]["LossContactResponse"] | null;
            email_id: number;
            /** @description Null of other mails */
            campaign_id: number | null;
            at: string;
            /** @enum {string} */
            type: "hard" | "soft";
            code: string | null;
        };
        RecentComplaintResponse: {
            /** @description Null when the contact is gone */
            contact: components["schemas"]["LossContactResponse"] | null;
            email_id: number;
            /** @description Null of other mails */
            campaign_id: number | null;
            at: string;
            /** @description Where it was learnt */
            reason: string;
        };
        RecentUnsubscribeResponse: {
            /** @description Null when the contact is gone */
            contact: components["schemas"]["LossContactResponse"] | null;
            email_id: number;
            /** @description Null of other mails */
            campaign_id: number | null;
            at: string;
            method: string;
            reason: string | null;
        };
        RedeliveryResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
            message: string;
        };
        RefundOrderDto: {
            /** @description More than 0, and no more than is left of the order */
            amount: number;
            /** @description For people to read */
            reason?: string | null;
            /** @description With one, the same refund counts once */
            external_id?: string | null;
            /** @description The day that it counts on; now when it is left out */
            refunded_at?: string | null;
        };
        RefundResponse: {
            id: number;
            external_id: string | null;
            amount: number;
            reason: string | null;
            /** @description What is missing to the total of an order that was told to be refunded; refunds told of later lessen it */
            is_remainder: boolean;
            /** @description The day that it counts on */
            refunded_at: string;
        };
        RefundedResponse: {
            message: string;
            refund: components["schemas"]["RefundResponse"];
            order: components["schemas"]["OrderResponse"];
        };
        RefusedContactResponse: {
            /** @description Its place in `contacts`, from 0 */
            index: number;
            /** @description Everything that is wrong with it */
            reason: string;
            /** @description The same by field */
            params?: {
                [key: string]: string;
            };
            /** @description The contact that has the address already */
            contact_id?: number;
        };
        RenderTemplateDto: {
            /** @description Liquid */
            email_subject?: string;
            /** @description Preview text; Liquid */
            email_pre_header?: string;
            /** @description HTML, or MJML where that is the design, with Liquid */
            email_body?: string;
            /** @description Made from the HTML when empty */
            email_body_text?: string;
            /**
             * @description What the body is, and what is put around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description Whose values to fill in; else a made-up person’s */
            contact_id?: number | null;
        };
        RenderedTemplateResponse: {
            subject: string;
            pre_header: string;
            html: string;
            text: string;
        };
        ReplaceCustomFieldsDto: {
            /** @description The whole set, in the order in which the fields are listed from then on */
            fields: components["schemas"]["FieldDefinitionDto"][];
            /**
             * @description Go on even if values of contacts are lost
             * @default false
             */
            force?: boolean;
        };
        ReplayDto: {
            /** @description Of the first events; inclusive */
            from: string;
            /** @description Of the last events; inclusive. Default: now */
            to?: string | null;
            /** @description Names, `*` or a family such as `contact.*`, among those that the webhook subscribes to. Default: all of them */
            events?: string[] | null;
        };
        ReplayResponse: {
            id: number;
            webhook_id: number;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            /** @description Of the first events */
            from: string;
            to: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /** @description Events that this is about */
            total: number;
            /** @description There are more events in the range than were counted; `total` is the least */
            total_is_estimate: boolean;
            /** @description Deliveries made or begun anew so far */
            queued: number;
            created_at: string;
            /** @description Null while it runs */
            finished_at: string | null;
        };
        ReplayStartedResponse: {
            replay: components["schemas"]["ReplayResponse"];
            message: string;
        };
        ReportMetaResponse: {
            /** @description First local day, included */
            from: string | null;
            /** @description Last local day, included */
            to: string | null;
            /** @description Whose days these are */
            timezone: string;
            generated_at: string;
            /** @description Whether the figures come from the cache */
            cached: boolean;
            /** @description What was committed by then is counted */
            as_of: string;
        };
        ReportOptionsResponse: {
            options: components["schemas"]["OptionsResponse"];
            /** @description Whose credentials these are */
            manager: components["schemas"]["ManagerResponse"];
        };
        ReportOrderDto: {
            /**
             * Format: email
             * @description Of the contact
             */
            email?: string | null;
            /** @description Instead of the address, or beside it */
            contact_id?: number | null;
            /**
             * @description It goes forward only
             * @enum {string}
             */
            status?: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description What was bought; it replaces what was told before */
            items?: components["schemas"]["OrderItemMembers"][] | null;
            /** @description When the customer ordered. UTC unless it has an offset */
            ordered_at?: string | null;
            /** @description When the shop last changed it: what is older than what is stored is late and changes nothing */
            updated_at?: string | null;
            /** @description The id in the shop */
            external_id: string;
            /**
             * @description Which shop; letters, digits, dots, dashes and underscores
             * @default shop
             */
            provider?: string;
            /** @description ISO 4217 */
            currency: string;
            /** @description What the customer pays in all, with no more decimals than the currency has */
            total: number;
        };
        ReportOrdersDto: {
            orders: components["schemas"]["ReportOrderDto"][];
        };
        ResendCampaignDto: {
            /** @description Another subject than before; Liquid */
            email_subject?: string;
        };
        ResendResponse: {
            /** @description The campaign whose mails are repeated */
            of: number;
            /** @enum {string} */
            kind: "unopened" | "failed";
        };
        RestoreVersionDto: {
            /**
             * @description Whether those inside go on in the new version; otherwise they stay in theirs
             * @default false
             */
            migrate?: boolean;
        };
        RevenueAttributionResponse: {
            /** @description Put down to the mails of campaigns */
            campaigns: number;
            /** @description Put down to the mails of funnels */
            funnels: number;
            /** @description Put down to nothing */
            unattributed: number;
        };
        RevenueContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
        };
        RevenueDayResponse: {
            date: string;
            revenue: number;
            orders: number;
            refunded: number;
        };
        RevenueOfCampaignsResponse: {
            /** @description Of all of them, deleted ones included, and not only of this page */
            total_revenue: number;
            total_orders: number;
            /** @description Of every amount here; null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
            campaigns: components["schemas"]["CampaignRevenuePage"];
        };
        RevenueOfContactsResponse: {
            /** @description Of all of them, deleted ones included, and not only of this page */
            total_revenue: number;
            total_orders: number;
            /** @description Of every amount here; null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
            contacts: components["schemas"]["ContactRevenuePage"];
        };
        RevenueResponse: {
            /** @description What completed orders brought, less what was given back */
            total_revenue: number;
            /** @description Completed orders */
            total_orders: number;
            /** @description total_revenue / total_orders */
            average_order_value: number;
            /** @description Given back on these days */
            refunded: number;
            /** @description Of every amount here; null when nothing was ever ordered */
            currency: string | null;
            /** @description Null when `lists` or `tags` narrow the report down */
            attribution: components["schemas"]["RevenueAttributionResponse"] | null;
            /** @description The ten best. Null when `lists` or `tags` narrow the report down */
            top_campaigns: components["schemas"]["TopCampaignResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["RevenueDayResponse"][];
            /** @description What orders in other currencies brought */
            other_currencies: components["schemas"]["OtherCurrencyResponse"][];
            /** @description The days compared with */
            previous: components["schemas"]["PreviousRevenueResponse"];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        RotateSecretDto: {
            /** @description Generated and shown once when omitted. Fewer than 16 characters are accepted with a warning */
            secret?: string | null;
            /**
             * @description How long the old secret signs beside the new one; 0 for not at all
             * @default 1440
             */
            grace_minutes?: number;
        };
        SaveSequencesDto: {
            /** @description The steps in the order of running; `GET /funnels/actions` tells what each may be told. A step that has its `id` keeps it, one without is new. */
            sequences: {
                id?: number;
                action_name: string;
                title?: string;
                description?: string;
                /** @description By action */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; who does not match goes past the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before it */
                delay?: number;
                /** @description Of conditions and splits: the steps by branch */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            /**
             * @description Whether those inside go on in the new version; otherwise they stay in theirs
             * @default false
             */
            migrate?: boolean;
        };
        ScheduleCampaignDto: {
            /** @description UTC unless an offset is given */
            scheduled_at: string;
            /** @description The end of the range, with `settings.sending_type` `range_schedule` alone */
            scheduled_until?: string | null;
        };
        ScheduledReportRemovedResponse: {
            message: string;
        };
        ScheduledReportResponse: {
            id: number;
            title: string;
            /** @enum {string} */
            type: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /** @enum {string} */
            frequency: "daily" | "weekly" | "monthly" | "quarterly";
            recipients: string[];
            settings: components["schemas"]["ScheduledReportSettingsResponse"];
            /** @enum {string} */
            status: "active" | "paused";
            timezone: string;
            /** @description Null while it is paused */
            next_run_at: string | null;
            /** @description When its mails were written for the last time */
            last_run_at: string | null;
            created_at: string;
            updated_at: string;
        };
        ScheduledReportRunResponse: {
            id: number;
            /**
             * @description `sent` when its mails are written; `missed` when nobody was there and a later period took its place
             * @enum {string}
             */
            state: "waiting" | "sent" | "missed" | "failed";
            /** @description First day of the period */
            from: string;
            /** @description Last day, included */
            to: string;
            /** @description Null for one that was asked for by `run` */
            scheduled_for: string | null;
            /** @description More than an hour after its time */
            late: boolean;
            failed_attempts: number;
            /** @description Why it failed, or is tried again */
            reason: string | null;
            ran_at: string | null;
        };
        ScheduledReportSavedResponse: {
            message: string;
            scheduled_report: components["schemas"]["ScheduledReportResponse"];
        };
        ScheduledReportSettingsDto: {
            /**
             * @description So many days up to the end of the period, in place of the period itself
             * @enum {string|null}
             */
            date_range?: "7_days" | "30_days" | "90_days" | "12_months" | null;
            /** @description Only contacts that are in any of these lists when it is mailed */
            lists?: number[];
            /** @description Only contacts that have any of these tags when it is mailed */
            tags?: number[];
            /** @description Required for `campaign` */
            campaign_id?: number | null;
            /** @description Required for `funnel` */
            funnel_id?: number | null;
            /** @description Of figures of money; the usual one when left out */
            currency?: string | null;
            /** @description On the wall of its time zone; `07:00` when left out */
            send_at?: string;
            /**
             * @description Of a weekly report
             * @default Mon
             * @enum {string}
             */
            weekday?: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
            /**
             * @description Of a monthly report, and of a quarterly one in the first month; a shorter month has its last day
             * @default 1
             */
            day?: number;
            /** @description The same as `timezone` beside the settings, which goes before it */
            timezone?: string;
        };
        ScheduledReportSettingsResponse: {
            /**
             * @description Null: the period itself
             * @enum {string|null}
             */
            date_range: "7_days" | "30_days" | "90_days" | "12_months" | null;
            lists: number[];
            tags: number[];
            campaign_id: number | null;
            funnel_id: number | null;
            currency: string | null;
            /** @description On the wall of its time zone */
            send_at: string;
            /** @enum {string} */
            weekday: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
            day: number;
        };
        ScheduledReportStartedResponse: {
            message: string;
            run: components["schemas"]["ScheduledReportRunResponse"];
        };
        ScheduledReportsResponse: {
            scheduled_reports: components["schemas"]["ScheduledReportResponse"][];
        };
        ScoreBandResponse: {
            from: number;
            to: number;
            contacts: number;
            /** @description Percent of all members */
            share: number;
        };
        ScoreFormulaResponse: {
            points: components["schemas"]["ScorePointsResponse"];
            /** @description After so many days points weigh half */
            half_life_days: number;
            score: string;
        };
        ScorePointsResponse: {
            /** @description For a mail opened */
            opened: number;
            /** @description For a mail clicked in */
            clicked: number;
            /** @description For an event that was tracked */
            event: number;
            /** @description For a completed order */
            order: number;
        };
        SecretRotatedResponse: {
            message: string;
            webhook: components["schemas"]["CreatedWebhookResponse"];
            /** @description Absent when there are none */
            warnings?: string[];
        };
        SegmentChoiceDto: {
            /** @description Null: none */
            id: number | null;
        };
        SegmentChoiceResponse: {
            id: number;
        };
        SegmentCountResponse: {
            count: number;
            /** @description What was committed by then is counted */
            as_of: string;
        };
        SegmentRemovedResponse: {
            message: string;
        };
        SegmentResponse: {
            id: number;
            title: string;
            slug: string;
            /** @description Groups of which one has to hold; of a group all rows have to hold. See docs/filters.md. */
            filters: {
                source: string[];
                /** @enum {string} */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                value?: string | number | (string | number)[];
            }[][];
            description: string | null;
            created_at: string;
            updated_at: string;
        };
        SegmentSavedResponse: {
            segment: components["schemas"]["SegmentResponse"];
            message: string;
        };
        SegmentationResponse: {
            /** @enum {string} */
            dimension: "list" | "tag" | "segment" | "country" | "contact_type" | "domain" | "engagement";
            /** @description The largest first; bands of engagement from the lowest */
            segments: components["schemas"]["ContactGroupResponse"][];
            /** @description Each two of the lists, tags or segments shown that have somebody in common, the closest first */
            overlap: components["schemas"]["OverlapResponse"][];
            /** @description All contacts, or all members that are asked about */
            total: number;
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        SegmentsResponse: {
            segments: components["schemas"]["SegmentResponse"][];
        };
        SendDoubleOptInDto: {
            /** @description A template that links to `{{ confirm_url }}`; without it the installation’s own text is sent */
            template_id?: number | null;
            /**
             * @description Of the built-in text; without it that of the custom field `language` or `locale`, else English
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | null;
        };
        SendTestEmailDto: {
            /** @description Whose values to fill in; else a made-up person’s */
            contact_id?: number | null;
            /** @description Who gets it: 1 to 10 addresses */
            emails: string[];
        };
        SendWindowDto: {
            /** @description Days that it begins on; every day when absent */
            days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
            /** @description Included */
            from: string;
            /** @description Not included. Before `from`: on the next day; equal: a whole day */
            to: string;
            /** @description Whose clock it goes by */
            timezone: string;
        };
        SendWindowResponse: {
            days: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
            /** @description Included */
            from: string;
            /** @description Not included */
            to: string;
            timezone: string;
        };
        SenderListResponse: {
            senders: components["schemas"]["SenderResponse"][];
        };
        SenderRemovedResponse: {
            message: string;
        };
        SenderResponse: {
            id: number;
            name: string;
            from_email: string;
            from_name: string;
            reply_to: string | null;
            host: string;
            port: number;
            /** @description TLS from the first byte */
            secure: boolean;
            username: string | null;
            has_password: boolean;
            pool_size: number;
            /** @description Mails per second by all workers together */
            rate: number | null;
            /** @description Mails per local day */
            daily_cap: number | null;
            /** @description Null: the daily cap holds at once */
            warmup: components["schemas"]["WarmupResponse"] | null;
            /** @description Null: mails are not signed */
            dkim: components["schemas"]["DkimResponse"] | null;
            return_path_domain: string | null;
            /** @description The sender that it stands in for */
            fallback_of: number | null;
            /** @description Counted where there is a daily cap */
            sent_today: number;
            /** @description The cap of today, warming up included */
            cap_today: number | null;
            /** @description Why it waits for its mail server */
            trouble: components["schemas"]["TroubleResponse"] | null;
            created_at: string;
            updated_at: string;
        };
        SenderSavedResponse: {
            sender: components["schemas"]["SenderResponse"];
            message: string;
        };
        SenderTestResponse: {
            success: boolean;
            message: string;
            steps: components["schemas"]["TestStepResponse"][];
        };
        SendingProgressResponse: {
            /** @description 0 until the last recipient is written down */
            percent: number;
            /**
             * @description Null unless it is `working`
             * @enum {string|null}
             */
            phase: "enrolling" | "testing" | "sending" | "waiting" | "retrying" | null;
            /** @description Over the last minute */
            rate_per_second: number;
            /** @description Null while nothing moves */
            eta_seconds: number | null;
            /** @description What it waits for, or why it was paused */
            waiting_reason: string | null;
        };
        SequenceInsightResponse: {
            sequence: components["schemas"]["SequenceResponse"];
            stats: components["schemas"]["SequenceStatsResponse"];
        };
        SequencePerformanceResponse: {
            sequence_id: number;
            title: string;
            sent: number;
            /** @description Mails opened at least once */
            opened: number;
            /** @description Mails clicked at least once */
            clicked: number;
            /** @description Percent of sent */
            open_rate: number;
            /** @description Percent of sent */
            click_rate: number;
            revenue: components["schemas"]["FunnelRevenueResponse"];
        };
        SequenceResponse: {
            /** @description The same through all versions */
            id: number;
            funnel_id: number;
            /** @description The condition or split it stands under */
            parent_id: number | null;
            /**
             * @description The way of a condition that it stands in, or `branch` for one of a split
             * @enum {string|null}
             */
            condition_type: "yes" | "no" | "branch" | null;
            /** @description The name of that way */
            branch: string | null;
            action_name: string;
            /** @enum {string} */
            type: "action" | "benchmark" | "conditional" | "wait" | "split" | "exit";
            title: string;
            description: string;
            /** @description By action; see `GET /funnels/actions` */
            settings: {
                [key: string]: unknown;
            };
            /** @description A rule of the filter language; who does not match goes past the step */
            conditions: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Seconds before it */
            delay: number;
            /** @description Its place in its way, from 1 */
            sequence: number;
            /** @description The version that brought it in these words */
            version: number;
            created_at: string;
            updated_at: string;
            /** @description The steps in each way of a condition (`yes`, `no`) or a split (by the keys of its branches) */
            children?: {
                [key: string]: components["schemas"]["SequenceResponse"][];
            };
        };
        SequenceStatsResponse: {
            /** @description How many have come to it */
            entered: number;
            /** @description For how many it was done */
            completed: number;
            /** @description Of its mails */
            sent: number;
            /** @description Mails opened at least once */
            opened: number;
            /** @description Mails clicked at least once */
            clicked: number;
        };
        SequencesResponse: {
            sequences: components["schemas"]["SequenceResponse"][];
        };
        SettleDto: {
            /**
             * @description It arrived, it did not, or it goes out again
             * @enum {string}
             */
            as: "sent" | "failed" | "resend";
        };
        SettledResponse: {
            message: string;
            /** @description How many were decided */
            settled: number;
        };
        SimulateFunnelDto: {
            /** @description Whose way; either this or `sample` */
            contact_id?: number | null;
            /** @description So many contacts whom the filters of the funnel let in, drawn at random */
            sample?: number | null;
            /**
             * @description How far the clock runs ahead
             * @default 30
             */
            horizon_days?: number;
            /** @description The present version unless told otherwise */
            version?: number | null;
        };
        SimulatedContactResponse: {
            subscriber_id: number;
            /**
             * @description `waiting`: for an event, without a limit. `horizon`: still on its way when the time was over
             * @enum {string}
             */
            ends: "completed" | "cancelled" | "waiting" | "horizon";
            exit_reason: string | null;
            ended_at: string | null;
            /** @description In their order */
            steps: components["schemas"]["SimulatedStepResponse"][];
            /** @description Where it stands at the end */
            waiting_for: components["schemas"]["SimulatedWaitResponse"] | null;
        };
        SimulatedStepResponse: {
            sequence_id: number;
            title: string;
            action_name: string;
            /** @description When it would be done */
            at: string;
            /** @enum {string} */
            status: "done" | "skipped" | "failed";
            /** @description The way that is taken, of several */
            branch: string | null;
            /** @description Why, if not as usual */
            detail: string | null;
        };
        SimulatedWaitResponse: {
            sequence_id: number;
            title: string;
            action_name: string;
            /** @description Null: without a limit of time */
            until: string | null;
            /** @description What would bring it on, if something can */
            event: {
                [key: string]: unknown;
            } | null;
        };
        SimulationResponse: {
            funnel_id: number;
            version: number;
            /** @description When they would come in: now */
            from: string;
            /** @description How far the clock ran */
            until: string;
            /** @description What nobody can foresee, and how it is taken */
            assumes: string[];
            contacts: components["schemas"]["SimulatedContactResponse"][];
        };
        SpamComplaintsResponse: {
            /** @description The 20 domains with most, and the rest. Null when `lists` or `tags` narrow the report down */
            by_domain: components["schemas"]["LossByDomainResponse"][] | null;
            /** @description The 20 campaigns with most. Null when `lists` or `tags` narrow the report down */
            by_campaign: components["schemas"]["LossByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["ComplaintTotalsResponse"];
            rates: components["schemas"]["ComplaintRatesResponse"];
            /** @description Percent of delivered, before rounding */
            threshold: components["schemas"]["ComplaintThresholdResponse"];
            /**
             * @description Which threshold the period has reached
             * @enum {string}
             */
            status: "ok" | "warn" | "critical";
            /** @description Null when nothing is compared */
            previous: components["schemas"]["PreviousComplaintsResponse"] | null;
            /** @description Null when `lists` or `tags` narrow the report down */
            by_reason: components["schemas"]["ComplaintSourceResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["ComplaintDayResponse"][];
            /** @description The last 20, the newest first. Null when `lists` or `tags` narrow the report down */
            recent: components["schemas"]["RecentComplaintResponse"][] | null;
        };
        StateOfCampaignResponse: {
            id: number;
            /** @enum {string} */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
        };
        StepConversionResponse: {
            sequence_id: number;
            title: string;
            /** @description How many have come to it */
            entered: number;
            /** @description For how many it was done */
            converted: number;
            /** @description Percent of entered */
            conversion_rate: number;
            /** @description From coming to it until it was done, over its last 1,000 runs; null while there are none */
            median_seconds: number | null;
        };
        SubscriberGrowthResponse: {
            /** @description Contacts that became subscribed */
            current_period: number;
            /** @description The same in the period compared with */
            previous_period: number;
            /** @description Percent */
            growth_rate: number;
        };
        SubscribersAttachedResponse: {
            /** @description Those that were named, with their new numbers of contacts */
            companies: components["schemas"]["CompanyResponse"][];
            message: string;
        };
        SubscribersDetachedResponse: {
            /** @description Those that were named, with their new numbers of contacts */
            companies: components["schemas"]["CompanyResponse"][];
            message: string;
        };
        SuppressionPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["SuppressionResponse"][];
        };
        SuppressionRemovedResponse: {
            message: string;
        };
        SuppressionResponse: {
            id: number;
            /** @enum {string} */
            kind: "address" | "domain";
            /** @description Null where a deleted contact left it behind: then nothing readable is kept */
            value: string | null;
            /** @description `manual`, or the status of a contact that was deleted */
            reason: string;
            note: string | null;
            created_at: string;
        };
        SuppressionsAddedResponse: {
            message: string;
            /** @description How many were not there before */
            added: number;
            suppressions: components["schemas"]["SuppressionResponse"][];
        };
        SuppressionsRemovedResponse: {
            message: string;
            /** @description 0 when there was none */
            removed: number;
        };
        SuppressionsResponse: {
            suppressions: components["schemas"]["SuppressionPage"];
        };
        TagCreatedResponse: {
            tags: components["schemas"]["TagResponse"];
            message: string;
        };
        TagRemovedResponse: {
            message: string;
        };
        TagReportsResponse: {
            /** @description All of them, by title */
            tags: components["schemas"]["LabelFiguresResponse"][];
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        TagResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            created_at: string;
            updated_at: string;
        };
        TagUpdatedResponse: {
            /** @description The id, as text */
            tags: string;
            message: string;
        };
        TagsResponse: {
            tags: components["schemas"]["CountedTagResponse"][];
        };
        TemplateRemovedResponse: {
            message: string;
        };
        TemplateResponse: {
            id: number;
            title: string;
            description: string | null;
            email_subject: string;
            email_pre_header: string;
            email_body: string;
            /** @description Made from the HTML where it is empty */
            email_body_text: string;
            /** @enum {string} */
            design_template: "simple" | "plain" | "raw_html" | "mjml";
            created_at: string;
            updated_at: string;
        };
        TemplateWrittenResponse: {
            template: components["schemas"]["TemplateResponse"];
            message: string;
        };
        TemplatesPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["TemplateResponse"][];
        };
        TemplatesResponse: {
            templates: components["schemas"]["TemplatesPage"];
        };
        TestCallResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
            message: string;
            success: boolean;
        };
        TestMailResponse: {
            email: string;
            success: boolean;
            /** @description The words of the mail server */
            response: string;
        };
        TestMailsResponse: {
            message: string;
            results: components["schemas"]["TestMailResponse"][];
        };
        TestReportResponse: {
            campaign_id: number;
            title: string;
            /** @enum {string} */
            metric: "opens" | "clicks" | "revenue";
            /**
             * @description `choose_winner` waits for a person; with `releasing` the winner is known and going out
             * @enum {string}
             */
            status: "testing" | "choose_winner" | "releasing" | "decided";
            winner: string | null;
            /** @description How probably the winner, or whoever is ahead, is the best, 0 to 1; null where nothing says */
            confidence: number | null;
            /** @description By how much percent it is above the first variant; null when it is that one */
            lift: number | null;
            variants: components["schemas"]["TestedVariantResponse"][];
        };
        TestSenderDto: {
            /**
             * Format: email
             * @description Who gets a test mail; nobody when left out
             */
            to?: string | null;
        };
        TestStepResponse: {
            /** @enum {string} */
            step: "connect" | "login" | "send";
            success: boolean;
            /** @description The words of the server, where it said any */
            response: string;
        };
        TestedVariantResponse: {
            key: string;
            subject: string;
            sent: number;
            /** @description Mails opened at least once, by people */
            opened: number;
            /** @description Mails clicked at least once, by people */
            clicked: number;
            /** @description Percent of what was delivered */
            open_rate: number;
            /** @description Percent of what was delivered */
            click_rate: number;
            /** @description Mails that brought an order */
            converted: number;
            /** @description Percent of what was delivered */
            conversion_rate: number;
            /** @description Orders in all currencies */
            orders: number;
            /** @description What is left of those in `currency` */
            revenue: number;
            /** @description Null when it brought nothing */
            currency: string | null;
            /** @description Where the rate of the metric truly lies, with 95 %: from */
            ci_low: number;
            /** @description To */
            ci_high: number;
            /** @description By how much percent that rate is above the first variant; null for that one */
            lift: number | null;
            /** @description How probably it is the best, 0 to 1 */
            confidence: number | null;
        };
        ThrottleDto: {
            /** @description At most so many mails a second */
            per_second?: number | null;
            /** @description At most so many mails a minute */
            per_minute?: number | null;
            /** @description At most so many mails an hour */
            per_hour?: number | null;
            /** @description At most so many mails a day, of any 24 hours */
            per_day?: number | null;
        };
        ThrottleResponse: {
            per_second?: number;
            per_minute?: number;
            per_hour?: number;
            per_day?: number;
        };
        TimelineItemResponse: {
            /** @enum {string} */
            type: "funnel_exited" | "funnel_completed" | "order_refunded" | "order_placed" | "email_clicked" | "email_opened" | "email_sent" | "funnel_entered" | "event_tracked" | "note" | "tag_removed" | "tag_added" | "list_removed" | "list_added" | "status_changed" | "created";
            occurred_at: string;
            /** @description For people to read */
            title: string;
            /** @description What it is about; its members go by `type` */
            data: {
                [key: string]: unknown;
            };
        };
        TimelinePageResponse: {
            data: components["schemas"]["TimelineItemResponse"][];
            per_page: number;
            /** @description Null at the end */
            next_cursor: string | null;
        };
        TimelineResponse: {
            timeline: components["schemas"]["TimelinePageResponse"];
        };
        TopCampaignResponse: {
            campaign_id: number;
            title: string;
            revenue: number;
            orders: number;
        };
        TopContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
            status: string;
        };
        TopSubscriberResponse: {
            rank: number;
            contact: components["schemas"]["TopContactResponse"];
            /** @description By `engagement` a score up to 100, by `revenue` an amount, by `activity` how much was done */
            value: number;
            /** @description Mails opened */
            opens: number;
            /** @description Mails clicked in */
            clicks: number;
            revenue: number;
            /** @description Completed orders in the currency */
            orders: number;
            /** @description The last local day with an open, a click, an event or an order */
            last_activity: string | null;
        };
        TopSubscribersResponse: {
            /** @enum {string} */
            metric: "engagement" | "revenue" | "activity";
            /** @description Only who has more than 0 */
            subscribers: components["schemas"]["TopSubscriberResponse"][];
            /** @description Null when nothing was ever ordered */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        TracedStepResponse: {
            sequence_id: number;
            /** @description Null for a step that no version knows */
            title: string | null;
            action_name: string | null;
            type: string | null;
            /** @enum {string} */
            status: "done" | "skipped" | "failed" | "waiting";
            /** @description The way that was taken, of a step with several */
            branch: string | null;
            /** @description Why, of what was skipped or failed */
            detail: string | null;
            /** Format: date-time */
            arrived_at: string;
            /** Format: date-time */
            ran_at: string | null;
            /**
             * Format: date-time
             * @description Of a step that waits
             */
            due_at: string | null;
            /** @description The mail that the step has written */
            email?: {
                id: number;
                /** @enum {string} */
                status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
            } | null;
            /** @description The request that the step has made */
            http_call?: {
                /** @enum {string} */
                state: "pending" | "calling" | "done" | "failed" | "cancelled";
                attempts: number;
                response_status: number | null;
                error: string | null;
            } | null;
        };
        TrackEventDto: {
            /** @description What happened, for programs */
            event_key: string;
            /** @description The same for people */
            title: string;
            /** @description Replaces the stored one */
            value?: string | null;
            /** @description Which system noticed it; `custom` when it is left out */
            provider?: string;
            /** @description One of three ways to name the contact */
            subscriber_id?: number | null;
            /** @description One of three ways to name the contact; all that are sent have to name the same one */
            user_id?: number | null;
            /**
             * Format: email
             * @description One of three ways to name the contact
             */
            email?: string | null;
        };
        TrackedEventResponse: {
            id: number;
            /** @description The contact */
            subscriber_id: string;
            /** @description How often it happened */
            counter: number;
            /** @description The manager who first told of it */
            created_by: number | null;
            /** @description Which system noticed it */
            provider: string;
            event_key: string;
            title: string;
            /** @description The latest one */
            value: string | null;
            /** @description When it first happened */
            created_at: string;
            /** @description When it last happened */
            updated_at: string;
        };
        TrackedEventsPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["TrackedEventResponse"][];
        };
        TrackedEventsResponse: {
            events: components["schemas"]["TrackedEventsPage"];
        };
        TriggerFiredResponse: {
            message: string;
            trigger_name: string;
            subscriber_id: number;
            /** @description Published funnels with this trigger; whether they let the contact in is decided by their rules */
            funnels: number[];
        };
        TriggerResponse: {
            name: string;
            title: string;
            description: string;
            /** @description Whether it is reported by `POST /triggers/{name}`; the others are noticed here */
            family: boolean;
            /** @description What the names of a family match; in funnels they may end in `_*` */
            pattern: string | null;
            /** @description A JSON Schema (2020-12) of its parameters in `settings` */
            settings: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema of what texts of the funnel know as `trigger` */
            payload: {
                [key: string]: unknown;
            };
        };
        TriggersResponse: {
            triggers: components["schemas"]["TriggerResponse"][];
            /** @description A JSON Schema of what every funnel has in `settings` beside them */
            settings: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema of the `conditions` of every funnel */
            conditions: {
                [key: string]: unknown;
            };
        };
        TroubleResponse: {
            reason: string;
            /** @description When it is tried again */
            until: string;
        };
        UnsubscribeDayResponse: {
            date: string;
            sent: number;
            unsubscribed: number;
            through_mails: number;
            /** @description through_mails as percent of sent */
            unsubscribe_rate: number;
        };
        UnsubscribeMethodResponse: {
            method: string;
            total: number;
            /** @description Percent of through_mails */
            share: number;
        };
        UnsubscribeRatesResponse: {
            /** @description through_mails as percent of sent */
            unsubscribe_rate: number;
        };
        UnsubscribeReasonResponse: {
            /** @description Null when none was given */
            reason: string | null;
            total: number;
            /** @description Percent of through_mails */
            share: number;
        };
        UnsubscribeTotalsResponse: {
            sent: number;
            /** @description Contacts that became unsubscribed, whatever way */
            unsubscribed: number;
            /** @description Opt-outs by a link or button of a mail */
            through_mails: number;
        };
        UnsubscriberResponse: {
            subscriber_id: number | null;
            /**
             * @description By which way
             * @enum {string}
             */
            type: "one_click" | "page" | "preferences" | "mailto" | "provider";
            /** @description Why, if the reader said so */
            reason: string | null;
            created_at: string;
            /** @description Null once the contact is gone */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        UnsubscribersPage: {
            /** @description Says nothing on a walk by cursor */
            current_page: number;
            /** @description Rows per page, as asked for */
            per_page: number;
            /** @description Rows on all pages */
            total: number;
            /** @description Only, and true, where `total` is only about right */
            total_is_estimate?: boolean;
            /** @description 1 also when there is nothing */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null when it is empty and on a walk by cursor */
            from: number | null;
            /** @description Number of the last row of this page */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and on a walk by cursor */
            prev_page_url: string | null;
            /** @description Only on a walk by cursor; null at its end */
            next_cursor?: string | null;
            data: components["schemas"]["UnsubscriberResponse"][];
        };
        UnsubscribersResponse: {
            unsubscribes: components["schemas"]["UnsubscribersPage"];
        };
        UnsubscribesResponse: {
            /** @description The 20 domains with most, and the rest. Null when `lists` or `tags` narrow the report down */
            by_domain: components["schemas"]["LossByDomainResponse"][] | null;
            /** @description The 20 campaigns with most. Null when `lists` or `tags` narrow the report down */
            by_campaign: components["schemas"]["LossByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["UnsubscribeTotalsResponse"];
            rates: components["schemas"]["UnsubscribeRatesResponse"];
            /** @description Null when nothing is compared */
            previous: components["schemas"]["PreviousUnsubscribesResponse"] | null;
            /** @description The 20 most frequent. Null when `lists` or `tags` narrow the report down */
            by_reason: components["schemas"]["UnsubscribeReasonResponse"][] | null;
            /** @description Null when `lists` or `tags` narrow the report down */
            by_method: components["schemas"]["UnsubscribeMethodResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["UnsubscribeDayResponse"][];
            /** @description The last 20 through mails, the newest first. Null when `lists` or `tags` narrow the report down */
            recent: components["schemas"]["RecentUnsubscribeResponse"][] | null;
        };
        UpdateCampaignDto: {
            /** @description Short for rows of `settings.subscribers`: members of any of these lists */
            lists?: number[];
            /** @description Short for rows of `settings.subscribers`: whoever has any of these tags */
            tags?: number[];
            /** @description Short for rows of `settings.excludedSubscribers`, by lists */
            exclude_lists?: number[];
            /** @description Short for rows of `settings.excludedSubscribers`, by tags */
            exclude_tags?: number[];
            /** @description Copies the template into whatever of the content is not given beside it */
            template_id?: number | null;
            /**
             * @description Whether the parameters below are appended to links
             * @default false
             */
            utm_status?: boolean;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_source?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_medium?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_campaign?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_term?: string | null;
            /** @description Appended to links; a parameter that is in a link already stays */
            utm_content?: string | null;
            /** @description All of them; an empty array removes them */
            attachments?: components["schemas"]["AttachmentDto"][];
            /** @description Made from the title unless it is given */
            slug?: string;
            /**
             * @description Only the present one, `draft` for a new campaign; routes such as `POST /campaigns/{id}/send` change it
             * @enum {string|null}
             */
            status?: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived" | null;
            /** @description Liquid */
            email_subject?: string;
            /** @description Preview text; Liquid */
            email_pre_header?: string;
            /** @description HTML (MJML where that is the design) with Liquid; without a link to {{ unsubscribe_url }} or {{ preferences_url }} it gets the standard footer */
            email_body?: string;
            /** @description Made from the HTML when empty */
            email_body_text?: string;
            /**
             * @description What the body is, and what is put around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description Members that are not sent stay as they are */
            settings?: components["schemas"]["CampaignSettingsDto"];
            title?: string;
        };
        UpdateCompanyDto: {
            industry?: string | null;
            /** @description Any word */
            type?: string | null;
            /** Format: uri */
            website?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2, alpha-3 or name; stored as alpha-2 */
            country?: string | null;
            postal_code?: string | null;
            employees_number?: number | null;
            description?: string | null;
            /** Format: uri */
            logo?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            /** Format: uri */
            facebook_url?: string | null;
            /** Format: uri */
            twitter_url?: string | null;
            /** @description Any word */
            status?: string | null;
            /** @description Unique, whatever its case */
            name?: string;
        };
        UpdateContactDto: {
            /**
             * Format: email
             * @description Unique
             */
            email?: string;
            /** @enum {string} */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name where neither is sent */
            full_name?: string | null;
            /** @description A user of another system; unique */
            user_id?: number | null;
            /** @description lead or customer, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2, alpha-3 or name; stored as alpha-2 */
            country?: string | null;
            /** @description The same as `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /** Format: uri */
            photo?: string | null;
            /** @description No mails till then; null ends the pause. UTC unless it has an offset */
            paused_until?: string | null;
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            tags?: number[];
            /** @description Ids; of a contact that is changed by its id they become the only ones */
            lists?: number[];
            /** @description By slug; null or an empty text clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description How the person agreed; it goes into the consent log and nowhere else */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description Tags that it gets */
            attach_tags?: number[];
            /** @description Tags that it loses */
            detach_tags?: number[];
            /** @description Lists that it gets onto */
            attach_lists?: number[];
            /** @description Lists that it is taken off */
            detach_lists?: number[];
            /** @description The changes; the bare object is accepted too */
            subscriber?: components["schemas"]["ContactChangesDto"];
        };
        UpdateCustomFieldDto: {
            /** @description Unique; by default the type, with `_2`, `_3` behind it if that is taken */
            field_key?: string;
            /** @enum {string} */
            type?: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label?: string;
            /** @description The key in `custom_values`; made from the label, and fixed from then on */
            slug?: string;
            /** @description What can be chosen: for select-one, radio and checkbox */
            options?: string[] | null;
            /** @description Whether contacts see and change their value in the preference centre; `0` or `1` */
            is_public?: boolean;
            /**
             * @description Go on even if values of contacts are lost
             * @default false
             */
            force?: boolean;
        };
        UpdateFunnelDto: {
            /**
             * @description Only the present one, a draft for a new funnel; `PUT /funnels/{id}/status` changes it
             * @enum {string|null}
             */
            status?: "draft" | "published" | "paused" | null;
            /** @description Who comes in, how often, and what takes a contact out: `run_multiple`, `reentry`, `filters`, `exit` */
            conditions?: {
                [key: string]: unknown;
            };
            /** @description The trigger's own parameters (`GET /funnels/triggers`) beside those of every funnel */
            settings?: {
                [key: string]: unknown;
            };
            /** @description The steps in the order of running; `GET /funnels/actions` tells what each may be told. A step that has its `id` keeps it, one without is new. */
            sequences?: {
                id?: number;
                action_name: string;
                title?: string;
                description?: string;
                /** @description By action */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; who does not match goes past the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before it */
                delay?: number;
                /** @description Of conditions and splits: the steps by branch */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            title?: string;
            /** @description What lets people in */
            trigger_name?: string;
            /**
             * @description Whether those inside go on in the new version; otherwise they stay in theirs
             * @default false
             */
            migrate?: boolean;
        };
        UpdateListDto: {
            /** @description For URLs; made from the title when a new list comes without */
            slug?: string;
            /** @description Shown to contacts in the preference centre where the list is public */
            description?: string | null;
            /** @description Whether contacts find it in the preference centre and may join it there; `0` or `1` */
            is_public?: boolean;
            /** @description Unique, whatever its case */
            title?: string;
        };
        UpdateScheduledReportDto: {
            /** @description What it is about, and when */
            settings?: components["schemas"]["ScheduledReportSettingsDto"];
            /**
             * @description A paused one is mailed only by `run`
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description An IANA name; `APP_TIMEZONE` when left out */
            timezone?: string;
            /** @description The subject begins with it */
            title?: string;
            /**
             * @description Which report
             * @enum {string}
             */
            type?: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /**
             * @description How often, and of how long a period
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly" | "quarterly";
            /** @description 1 to 20 addresses; they need not be managers */
            recipients?: string[];
        };
        UpdateSegmentDto: {
            /** @description For URLs; made from the title when a new segment comes without */
            slug?: string;
            /** @description For whoever manages it */
            description?: string | null;
            /** @description Unique, whatever its case */
            title?: string;
            /** @description Groups of which one has to hold; of a group all rows have to hold. See docs/filters.md. */
            filters?: {
                source: string[];
                /** @enum {string} */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "is_null" | "not_null";
                value?: string | number | (string | number)[];
            }[][];
        };
        UpdateSenderDto: {
            /** @description In From, unless a campaign names another */
            from_name?: string;
            /**
             * Format: email
             * @description In Reply-To, unless a campaign names another
             */
            reply_to?: string | null;
            /** @description 587, or 465 with `secure`, when left out */
            port?: number;
            /**
             * @description TLS from the first byte; otherwise STARTTLS when the server offers it
             * @default false
             */
            secure?: boolean;
            /** @description Null: without logging in */
            username?: string | null;
            /** @description Never shown again */
            password?: string | null;
            /**
             * @description Connections that each worker may keep to the server
             * @default 10
             */
            pool_size?: number;
            /** @description Mails per second by all workers together; null for no limit */
            rate?: number | null;
            /** @description Mails per local day; null for no limit */
            daily_cap?: number | null;
            /** @description How the daily cap is approached; null for at once */
            warmup?: components["schemas"]["WarmupDto"] | null;
            /** @description The key that mails are signed with; null for none */
            dkim?: components["schemas"]["DkimDto"] | null;
            /** @description Mails that cannot be delivered come back to an address of this domain */
            return_path_domain?: string | null;
            /** @description The sender that this one stands in for while its mail server is in trouble */
            fallback_of?: number | null;
            /** @description Unique, whatever its case */
            name?: string;
            /**
             * Format: email
             * @description In From, unless a campaign names another
             */
            from_email?: string;
            /** @description The mail server */
            host?: string;
        };
        UpdateTagDto: {
            /** @description For URLs; made from the title when a new tag comes without */
            slug?: string;
            /** @description For whoever manages it */
            description?: string | null;
            /** @description Unique, whatever its case */
            title?: string;
        };
        UpdateTemplateDto: {
            /** @description Liquid */
            email_subject?: string;
            /** @description Preview text; Liquid */
            email_pre_header?: string;
            /** @description HTML, or MJML where that is the design, with Liquid */
            email_body?: string;
            /** @description Made from the HTML when empty */
            email_body_text?: string;
            /**
             * @description What the body is, and what is put around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            description?: string | null;
            /** @description Unique, whatever its case */
            title?: string;
        };
        UpdateWebhookDto: {
            /** @description For people */
            name?: string;
            /** @description HTTPS only */
            url?: string;
            /** @description `*`, a family such as `contact.*`, or names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
            events?: string[];
            /**
             * @description `active` also brings a `failed` webhook back
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Replaces the present secret at once; see `rotate-secret`. Fewer than 16 characters are accepted with a warning */
            secret?: string;
            /** @description Refused: only a new webhook receives history first; see `replay` */
            from?: string | null;
        };
        VariantAnalysisResponse: {
            key: string;
            subject: string;
            /** @description Recipients that are to get it */
            total: number;
            sent: number;
            opened: number;
            clicked: number;
            open_rate: number;
            click_rate: number;
            /** @description Mails that brought an order */
            converted: number;
            conversion_rate: number;
            /** @description In all currencies */
            orders: number;
            /** @description Net of refunds, in `currency` */
            revenue: number;
            currency: string | null;
            /** @description Where the rate of the deciding metric truly lies, with 95 % */
            interval: components["schemas"]["RateIntervalResponse"];
            /** @description By how much percent that rate is above the first variant's; null when that has none */
            lift: number | null;
            /** @description How probable it is that this variant is the best */
            confidence: number | null;
            winner: boolean;
        };
        VersionResponse: {
            version: number;
            created_at: string;
            /** @description The id of the manager who saved it */
            created_by: number | null;
            /** @description The version whose steps it repeats */
            restored_from: number | null;
            steps_count: number;
            /** @description Who is on the way through it at present */
            active_count: number;
        };
        VersionWithStepsResponse: {
            version: number;
            created_at: string;
            /** @description The id of the manager who saved it */
            created_by: number | null;
            /** @description The version whose steps it repeats */
            restored_from: number | null;
            steps_count: number;
            /** @description Who is on the way through it at present */
            active_count: number;
            sequences: components["schemas"]["SequenceResponse"][];
        };
        VersionsResponse: {
            /** @description The newest first */
            versions: components["schemas"]["VersionResponse"][];
        };
        WaitingAtStepResponse: {
            sequence_id: number;
            title: string;
            waiting: number;
        };
        WarmupDto: {
            /** @description Mails of the first day */
            start: number;
            /** @description Each further day on which mails were sent, so many times as much */
            factor: number;
        };
        WarmupResponse: {
            /** @description Mails of the first day */
            start: number;
            /** @description Each further day, so many times as much */
            factor: number;
        };
        WebhookCreatedResponse: {
            message: string;
            webhook: components["schemas"]["CreatedWebhookResponse"];
            /** @description Brings the history; absent without `from` */
            replay?: components["schemas"]["ReplayResponse"];
            /** @description Absent when there are none */
            warnings?: string[];
        };
        WebhookListResponse: {
            webhooks: components["schemas"]["WebhookResponse"][];
        };
        WebhookRemovedResponse: {
            message: string;
        };
        WebhookResponse: {
            id: number;
            name: string;
            url: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /**
             * @description `failed`: switched off after too many failures in a row
             * @enum {string}
             */
            status: "active" | "inactive" | "failed";
            has_secret: boolean;
            /** @description So long the secret before the last rotation signs too */
            previous_secret_until: string | null;
            created_at: string;
            updated_at: string;
        };
        WebhookUpdatedResponse: {
            webhook: components["schemas"]["WebhookResponse"];
            message: string;
            /** @description Absent when there are none */
            warnings?: string[];
        };
        WhyCheckResponse: {
            check: string;
            passed: boolean;
            detail: string;
        };
        WhyResponse: {
            email: string | null;
            /** @enum {string} */
            verdict: "got_it" | "will_get_it" | "did_not_get_it" | "would_get_it" | "unknown_contact" | "unknown";
            explanation: string;
            checks: components["schemas"]["WhyCheckResponse"][];
        };
        WordOptionResponse: {
            id: string;
            title: string;
            slug: string;
        };
        WriteNoteDto: {
            /** @description The bare object, without `note` around it, is accepted too */
            note: components["schemas"]["NoteMembersDto"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AbTestDto = components['schemas']['AbTestDto'];
export type AbTestResponse = components['schemas']['AbTestResponse'];
export type AbTestStateResponse = components['schemas']['AbTestStateResponse'];
export type AbTestingResponse = components['schemas']['AbTestingResponse'];
export type AbVariantDto = components['schemas']['AbVariantDto'];
export type AbVariantResponse = components['schemas']['AbVariantResponse'];
export type AcceptedImportMember = components['schemas']['AcceptedImportMember'];
export type AcceptedImportResponse = components['schemas']['AcceptedImportResponse'];
export type ActionOptionsResponse = components['schemas']['ActionOptionsResponse'];
export type ActionResponse = components['schemas']['ActionResponse'];
export type ActionsResponse = components['schemas']['ActionsResponse'];
export type ActiveContactResponse = components['schemas']['ActiveContactResponse'];
export type ActivityOfDayResponse = components['schemas']['ActivityOfDayResponse'];
export type ActivityOfHourResponse = components['schemas']['ActivityOfHourResponse'];
export type ActivityOfWeekdayResponse = components['schemas']['ActivityOfWeekdayResponse'];
export type ActivityResponse = components['schemas']['ActivityResponse'];
export type AddEntriesDto = components['schemas']['AddEntriesDto'];
export type AddSuppressionsDto = components['schemas']['AddSuppressionsDto'];
export type AttachmentDto = components['schemas']['AttachmentDto'];
export type AttemptResponse = components['schemas']['AttemptResponse'];
export type AttributionResponse = components['schemas']['AttributionResponse'];
export type AudienceEstimateResponse = components['schemas']['AudienceEstimateResponse'];
export type AudiencePairDto = components['schemas']['AudiencePairDto'];
export type AudiencePairResponse = components['schemas']['AudiencePairResponse'];
export type AuditEntryResponse = components['schemas']['AuditEntryResponse'];
export type AuditLogResponse = components['schemas']['AuditLogResponse'];
export type AuditManagerResponse = components['schemas']['AuditManagerResponse'];
export type AuditRecordResponse = components['schemas']['AuditRecordResponse'];
export type BounceDayResponse = components['schemas']['BounceDayResponse'];
export type BounceRatesResponse = components['schemas']['BounceRatesResponse'];
export type BounceReasonResponse = components['schemas']['BounceReasonResponse'];
export type BounceTotalsResponse = components['schemas']['BounceTotalsResponse'];
export type BouncesResponse = components['schemas']['BouncesResponse'];
export type BulkActionDoneResponse = components['schemas']['BulkActionDoneResponse'];
export type BulkActionQueuedResponse = components['schemas']['BulkActionQueuedResponse'];
export type BulkActionResponse = components['schemas']['BulkActionResponse'];
export type BulkActionsPage = components['schemas']['BulkActionsPage'];
export type BulkActionsResponse = components['schemas']['BulkActionsResponse'];
export type BulkAddUpdateDto = components['schemas']['BulkAddUpdateDto'];
export type BulkAddUpdateResponse = components['schemas']['BulkAddUpdateResponse'];
export type CampaignAttachmentResponse = components['schemas']['CampaignAttachmentResponse'];
export type CampaignCountsResponse = components['schemas']['CampaignCountsResponse'];
export type CampaignCreatedCall = components['schemas']['CampaignCreatedCall'];
export type CampaignCreatedData = components['schemas']['CampaignCreatedData'];
export type CampaignDayResponse = components['schemas']['CampaignDayResponse'];
export type CampaignEmailResponse = components['schemas']['CampaignEmailResponse'];
export type CampaignEmailsPage = components['schemas']['CampaignEmailsPage'];
export type CampaignEmailsResponse = components['schemas']['CampaignEmailsResponse'];
export type CampaignLinkResponse = components['schemas']['CampaignLinkResponse'];
export type CampaignLintResponse = components['schemas']['CampaignLintResponse'];
export type CampaignOptionResponse = components['schemas']['CampaignOptionResponse'];
export type CampaignOrderItemResponse = components['schemas']['CampaignOrderItemResponse'];
export type CampaignOrderResponse = components['schemas']['CampaignOrderResponse'];
export type CampaignOrdersPage = components['schemas']['CampaignOrdersPage'];
export type CampaignPausedCall = components['schemas']['CampaignPausedCall'];
export type CampaignPausedData = components['schemas']['CampaignPausedData'];
export type CampaignPreviewResponse = components['schemas']['CampaignPreviewResponse'];
export type CampaignRemovedResponse = components['schemas']['CampaignRemovedResponse'];
export type CampaignReportResponse = components['schemas']['CampaignReportResponse'];
export type CampaignReportsPage = components['schemas']['CampaignReportsPage'];
export type CampaignReportsResponse = components['schemas']['CampaignReportsResponse'];
export type CampaignResponse = components['schemas']['CampaignResponse'];
export type CampaignResumedCall = components['schemas']['CampaignResumedCall'];
export type CampaignResumedData = components['schemas']['CampaignResumedData'];
export type CampaignRevenuePage = components['schemas']['CampaignRevenuePage'];
export type CampaignRevenueResponse = components['schemas']['CampaignRevenueResponse'];
export type CampaignRevenueRowResponse = components['schemas']['CampaignRevenueRowResponse'];
export type CampaignRevenuesResponse = components['schemas']['CampaignRevenuesResponse'];
export type CampaignSendingResponse = components['schemas']['CampaignSendingResponse'];
export type CampaignSentCall = components['schemas']['CampaignSentCall'];
export type CampaignSentData = components['schemas']['CampaignSentData'];
export type CampaignSettingsDto = components['schemas']['CampaignSettingsDto'];
export type CampaignSettingsResponse = components['schemas']['CampaignSettingsResponse'];
export type CampaignStateResponse = components['schemas']['CampaignStateResponse'];
export type CampaignStatsResponse = components['schemas']['CampaignStatsResponse'];
export type CampaignTitleDto = components['schemas']['CampaignTitleDto'];
export type CampaignTotalsResponse = components['schemas']['CampaignTotalsResponse'];
export type CampaignWrittenResponse = components['schemas']['CampaignWrittenResponse'];
export type CampaignsPage = components['schemas']['CampaignsPage'];
export type CampaignsResponse = components['schemas']['CampaignsResponse'];
export type ChangeCompanyMembersDto = components['schemas']['ChangeCompanyMembersDto'];
export type ChangeOrderDto = components['schemas']['ChangeOrderDto'];
export type ChoiceResponse = components['schemas']['ChoiceResponse'];
export type ChooseWinnerDto = components['schemas']['ChooseWinnerDto'];
export type CommerceOrderCompletedCall = components['schemas']['CommerceOrderCompletedCall'];
export type CommerceOrderCompletedData = components['schemas']['CommerceOrderCompletedData'];
export type CommerceOrderCreatedCall = components['schemas']['CommerceOrderCreatedCall'];
export type CommerceOrderCreatedData = components['schemas']['CommerceOrderCreatedData'];
export type CommerceOrderRefundedCall = components['schemas']['CommerceOrderRefundedCall'];
export type CommerceOrderRefundedData = components['schemas']['CommerceOrderRefundedData'];
export type CommerceRevenueRecordedCall = components['schemas']['CommerceRevenueRecordedCall'];
export type CommerceRevenueRecordedData = components['schemas']['CommerceRevenueRecordedData'];
export type CommerceStatResponse = components['schemas']['CommerceStatResponse'];
export type CompaniesPage = components['schemas']['CompaniesPage'];
export type CompaniesResponse = components['schemas']['CompaniesResponse'];
export type CompanyRemovedResponse = components['schemas']['CompanyRemovedResponse'];
export type CompanyResponse = components['schemas']['CompanyResponse'];
export type CompanyWrittenResponse = components['schemas']['CompanyWrittenResponse'];
export type ComparedDaysResponse = components['schemas']['ComparedDaysResponse'];
export type ComparedMetaResponse = components['schemas']['ComparedMetaResponse'];
export type ComplaintDayResponse = components['schemas']['ComplaintDayResponse'];
export type ComplaintRatesResponse = components['schemas']['ComplaintRatesResponse'];
export type ComplaintSourceResponse = components['schemas']['ComplaintSourceResponse'];
export type ComplaintThresholdResponse = components['schemas']['ComplaintThresholdResponse'];
export type ComplaintTotalsResponse = components['schemas']['ComplaintTotalsResponse'];
export type ConsentMembers = components['schemas']['ConsentMembers'];
export type ConsentOptionResponse = components['schemas']['ConsentOptionResponse'];
export type ConsentResponse = components['schemas']['ConsentResponse'];
export type ConsentsPage = components['schemas']['ConsentsPage'];
export type ConsentsResponse = components['schemas']['ConsentsResponse'];
export type ContactChangesDto = components['schemas']['ContactChangesDto'];
export type ContactCompanyResponse = components['schemas']['ContactCompanyResponse'];
export type ContactCreatedCall = components['schemas']['ContactCreatedCall'];
export type ContactCreatedData = components['schemas']['ContactCreatedData'];
export type ContactCreatedResponse = components['schemas']['ContactCreatedResponse'];
export type ContactDeletedCall = components['schemas']['ContactDeletedCall'];
export type ContactDeletedData = components['schemas']['ContactDeletedData'];
export type ContactDeletedResponse = components['schemas']['ContactDeletedResponse'];
export type ContactGroupResponse = components['schemas']['ContactGroupResponse'];
export type ContactListAddedCall = components['schemas']['ContactListAddedCall'];
export type ContactListAddedData = components['schemas']['ContactListAddedData'];
export type ContactListRemovedCall = components['schemas']['ContactListRemovedCall'];
export type ContactListRemovedData = components['schemas']['ContactListRemovedData'];
export type ContactResponse = components['schemas']['ContactResponse'];
export type ContactRevenuePage = components['schemas']['ContactRevenuePage'];
export type ContactRevenueRowResponse = components['schemas']['ContactRevenueRowResponse'];
export type ContactStatsResponse = components['schemas']['ContactStatsResponse'];
export type ContactStatusChangedCall = components['schemas']['ContactStatusChangedCall'];
export type ContactStatusChangedData = components['schemas']['ContactStatusChangedData'];
export type ContactTagAddedCall = components['schemas']['ContactTagAddedCall'];
export type ContactTagAddedData = components['schemas']['ContactTagAddedData'];
export type ContactTagRemovedCall = components['schemas']['ContactTagRemovedCall'];
export type ContactTagRemovedData = components['schemas']['ContactTagRemovedData'];
export type ContactUpdatedCall = components['schemas']['ContactUpdatedCall'];
export type ContactUpdatedData = components['schemas']['ContactUpdatedData'];
export type ContactUpdatedResponse = components['schemas']['ContactUpdatedResponse'];
export type ContactsMergedResponse = components['schemas']['ContactsMergedResponse'];
export type ContactsPage = components['schemas']['ContactsPage'];
export type CountedListResponse = components['schemas']['CountedListResponse'];
export type CountedTagResponse = components['schemas']['CountedTagResponse'];
export type CountryOptionResponse = components['schemas']['CountryOptionResponse'];
export type CreateCampaignDto = components['schemas']['CreateCampaignDto'];
export type CreateCompanyDto = components['schemas']['CreateCompanyDto'];
export type CreateContactDto = components['schemas']['CreateContactDto'];
export type CreateCustomFieldDto = components['schemas']['CreateCustomFieldDto'];
export type CreateFunnelDto = components['schemas']['CreateFunnelDto'];
export type CreateListDto = components['schemas']['CreateListDto'];
export type CreateScheduledReportDto = components['schemas']['CreateScheduledReportDto'];
export type CreateSegmentDto = components['schemas']['CreateSegmentDto'];
export type CreateSenderDto = components['schemas']['CreateSenderDto'];
export type CreateTagDto = components['schemas']['CreateTagDto'];
export type CreateTemplateDto = components['schemas']['CreateTemplateDto'];
export type CreateWebhookDto = components['schemas']['CreateWebhookDto'];
export type CreatedWebhookResponse = components['schemas']['CreatedWebhookResponse'];
export type CustomFieldOptionResponse = components['schemas']['CustomFieldOptionResponse'];
export type CustomFieldRemovedResponse = components['schemas']['CustomFieldRemovedResponse'];
export type CustomFieldResponse = components['schemas']['CustomFieldResponse'];
export type CustomFieldSavedResponse = components['schemas']['CustomFieldSavedResponse'];
export type CustomFieldSetSavedResponse = components['schemas']['CustomFieldSetSavedResponse'];
export type CustomFieldsResponse = components['schemas']['CustomFieldsResponse'];
export type DeedsResponse = components['schemas']['DeedsResponse'];
export type DefinitionResponse = components['schemas']['DefinitionResponse'];
export type DeliveryDetailsResponse = components['schemas']['DeliveryDetailsResponse'];
export type DeliveryListResponse = components['schemas']['DeliveryListResponse'];
export type DeliveryPagination = components['schemas']['DeliveryPagination'];
export type DeliveryRequestResponse = components['schemas']['DeliveryRequestResponse'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type DkimDto = components['schemas']['DkimDto'];
export type DkimResponse = components['schemas']['DkimResponse'];
export type DnsRecordResponse = components['schemas']['DnsRecordResponse'];
export type DoBulkActionDto = components['schemas']['DoBulkActionDto'];
export type DomainOutcomeResponse = components['schemas']['DomainOutcomeResponse'];
export type DoubleOptInResponse = components['schemas']['DoubleOptInResponse'];
export type EmailBouncedCall = components['schemas']['EmailBouncedCall'];
export type EmailBouncedData = components['schemas']['EmailBouncedData'];
export type EmailClickedCall = components['schemas']['EmailClickedCall'];
export type EmailClickedData = components['schemas']['EmailClickedData'];
export type EmailOpenedCall = components['schemas']['EmailOpenedCall'];
export type EmailOpenedData = components['schemas']['EmailOpenedData'];
export type EmailSentCall = components['schemas']['EmailSentCall'];
export type EmailSentData = components['schemas']['EmailSentData'];
export type EmailSpamComplaintCall = components['schemas']['EmailSpamComplaintCall'];
export type EmailSpamComplaintData = components['schemas']['EmailSpamComplaintData'];
export type EmailStatsResponse = components['schemas']['EmailStatsResponse'];
export type EmailUnsubscribedCall = components['schemas']['EmailUnsubscribedCall'];
export type EmailUnsubscribedData = components['schemas']['EmailUnsubscribedData'];
export type EmbeddedContact = components['schemas']['EmbeddedContact'];
export type EngagementBandResponse = components['schemas']['EngagementBandResponse'];
export type EngagementScoresResponse = components['schemas']['EngagementScoresResponse'];
export type EntriesAddedResponse = components['schemas']['EntriesAddedResponse'];
export type EntriesPage = components['schemas']['EntriesPage'];
export type EntriesResponse = components['schemas']['EntriesResponse'];
export type EntryContactResponse = components['schemas']['EntryContactResponse'];
export type EntryRemovedResponse = components['schemas']['EntryRemovedResponse'];
export type EntryResponse = components['schemas']['EntryResponse'];
export type EntryTraceResponse = components['schemas']['EntryTraceResponse'];
export type EraseContactDto = components['schemas']['EraseContactDto'];
export type ErasureResponse = components['schemas']['ErasureResponse'];
export type ErrorData = components['schemas']['ErrorData'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type EventCampaign = components['schemas']['EventCampaign'];
export type EventContact = components['schemas']['EventContact'];
export type EventFunnel = components['schemas']['EventFunnel'];
export type EventFunnelSubscriber = components['schemas']['EventFunnelSubscriber'];
export type EventLabel = components['schemas']['EventLabel'];
export type EventListResponse = components['schemas']['EventListResponse'];
export type EventOrder = components['schemas']['EventOrder'];
export type EventRefund = components['schemas']['EventRefund'];
export type EventResponse = components['schemas']['EventResponse'];
export type EventTrackedResponse = components['schemas']['EventTrackedResponse'];
export type ExitsResponse = components['schemas']['ExitsResponse'];
export type ExplainedGroupResponse = components['schemas']['ExplainedGroupResponse'];
export type ExplainedRowResponse = components['schemas']['ExplainedRowResponse'];
export type ExplanationResponse = components['schemas']['ExplanationResponse'];
export type FeedbackMessageDto = components['schemas']['FeedbackMessageDto'];
export type FeedbackMessageResponse = components['schemas']['FeedbackMessageResponse'];
export type FeedbackProviderResponse = components['schemas']['FeedbackProviderResponse'];
export type FeedbackProvidersResponse = components['schemas']['FeedbackProvidersResponse'];
export type FieldDefinitionDto = components['schemas']['FieldDefinitionDto'];
export type FieldTypeResponse = components['schemas']['FieldTypeResponse'];
export type FireTriggerDto = components['schemas']['FireTriggerDto'];
export type FunnelConversionResponse = components['schemas']['FunnelConversionResponse'];
export type FunnelFiguresResponse = components['schemas']['FunnelFiguresResponse'];
export type FunnelRemovedResponse = components['schemas']['FunnelRemovedResponse'];
export type FunnelReportResponse = components['schemas']['FunnelReportResponse'];
export type FunnelReportsPage = components['schemas']['FunnelReportsPage'];
export type FunnelReportsResponse = components['schemas']['FunnelReportsResponse'];
export type FunnelResponse = components['schemas']['FunnelResponse'];
export type FunnelRevenueResponse = components['schemas']['FunnelRevenueResponse'];
export type FunnelSequenceCompletedCall = components['schemas']['FunnelSequenceCompletedCall'];
export type FunnelSequenceCompletedData = components['schemas']['FunnelSequenceCompletedData'];
export type FunnelStatusDto = components['schemas']['FunnelStatusDto'];
export type FunnelSubscriberAddedCall = components['schemas']['FunnelSubscriberAddedCall'];
export type FunnelSubscriberAddedData = components['schemas']['FunnelSubscriberAddedData'];
export type FunnelSubscriberCompletedCall = components['schemas']['FunnelSubscriberCompletedCall'];
export type FunnelSubscriberCompletedData = components['schemas']['FunnelSubscriberCompletedData'];
export type FunnelSubscriberExitedCall = components['schemas']['FunnelSubscriberExitedCall'];
export type FunnelSubscriberExitedData = components['schemas']['FunnelSubscriberExitedData'];
export type FunnelSubscribersResponse = components['schemas']['FunnelSubscribersResponse'];
export type FunnelTriggerDto = components['schemas']['FunnelTriggerDto'];
export type FunnelTriggeredResponse = components['schemas']['FunnelTriggeredResponse'];
export type FunnelWrittenResponse = components['schemas']['FunnelWrittenResponse'];
export type FunnelsResponse = components['schemas']['FunnelsResponse'];
export type GrowthPointResponse = components['schemas']['GrowthPointResponse'];
export type GrowthResponse = components['schemas']['GrowthResponse'];
export type GrowthSumResponse = components['schemas']['GrowthSumResponse'];
export type HitResponse = components['schemas']['HitResponse'];
export type HitsPage = components['schemas']['HitsPage'];
export type HitsResponse = components['schemas']['HitsResponse'];
export type ImportFileDto = components['schemas']['ImportFileDto'];
export type ImportOptionsResponse = components['schemas']['ImportOptionsResponse'];
export type ImportResponse = components['schemas']['ImportResponse'];
export type ImportRowsDto = components['schemas']['ImportRowsDto'];
export type ImportsPage = components['schemas']['ImportsPage'];
export type ImportsResponse = components['schemas']['ImportsResponse'];
export type InvalidOrderResponse = components['schemas']['InvalidOrderResponse'];
export type JobRowResponse = components['schemas']['JobRowResponse'];
export type JobRowsResponse = components['schemas']['JobRowsResponse'];
export type LabelEngagementResponse = components['schemas']['LabelEngagementResponse'];
export type LabelFiguresResponse = components['schemas']['LabelFiguresResponse'];
export type LabelGrowthResponse = components['schemas']['LabelGrowthResponse'];
export type LabelOptionResponse = components['schemas']['LabelOptionResponse'];
export type LabelResponse = components['schemas']['LabelResponse'];
export type LeftOutResponse = components['schemas']['LeftOutResponse'];
export type LinkOutcomeResponse = components['schemas']['LinkOutcomeResponse'];
export type LinkReportResponse = components['schemas']['LinkReportResponse'];
export type LintIssueResponse = components['schemas']['LintIssueResponse'];
export type ListCreatedResponse = components['schemas']['ListCreatedResponse'];
export type ListRemovedResponse = components['schemas']['ListRemovedResponse'];
export type ListReportsResponse = components['schemas']['ListReportsResponse'];
export type ListResponse = components['schemas']['ListResponse'];
export type ListUpdatedResponse = components['schemas']['ListUpdatedResponse'];
export type ListedCampaignResponse = components['schemas']['ListedCampaignResponse'];
export type ListedNoteResponse = components['schemas']['ListedNoteResponse'];
export type ListedOrderResponse = components['schemas']['ListedOrderResponse'];
export type ListsResponse = components['schemas']['ListsResponse'];
export type LiveCampaignResponse = components['schemas']['LiveCampaignResponse'];
export type LiveEventResponse = components['schemas']['LiveEventResponse'];
export type LiveFunnelResponse = components['schemas']['LiveFunnelResponse'];
export type LiveProgressResponse = components['schemas']['LiveProgressResponse'];
export type LivenessResponse = components['schemas']['LivenessResponse'];
export type LossByCampaignResponse = components['schemas']['LossByCampaignResponse'];
export type LossByDomainResponse = components['schemas']['LossByDomainResponse'];
export type LossContactResponse = components['schemas']['LossContactResponse'];
export type MailerSettingsDto = components['schemas']['MailerSettingsDto'];
export type MailerSettingsResponse = components['schemas']['MailerSettingsResponse'];
export type MailsInStatusResponse = components['schemas']['MailsInStatusResponse'];
export type ManagerResponse = components['schemas']['ManagerResponse'];
export type MergeContactsDto = components['schemas']['MergeContactsDto'];
export type NextRequestResponse = components['schemas']['NextRequestResponse'];
export type NoteAuthorResponse = components['schemas']['NoteAuthorResponse'];
export type NoteMembersDto = components['schemas']['NoteMembersDto'];
export type NoteRemovedResponse = components['schemas']['NoteRemovedResponse'];
export type NoteResponse = components['schemas']['NoteResponse'];
export type NoteWrittenResponse = components['schemas']['NoteWrittenResponse'];
export type NotesPage = components['schemas']['NotesPage'];
export type NotesResponse = components['schemas']['NotesResponse'];
export type OneBulkActionResponse = components['schemas']['OneBulkActionResponse'];
export type OneCampaignResponse = components['schemas']['OneCampaignResponse'];
export type OneCompanyResponse = components['schemas']['OneCompanyResponse'];
export type OneContactResponse = components['schemas']['OneContactResponse'];
export type OneDeliveryResponse = components['schemas']['OneDeliveryResponse'];
export type OneFunnelResponse = components['schemas']['OneFunnelResponse'];
export type OneImportResponse = components['schemas']['OneImportResponse'];
export type OneLabelReportResponse = components['schemas']['OneLabelReportResponse'];
export type OneOrderResponse = components['schemas']['OneOrderResponse'];
export type OneReplayResponse = components['schemas']['OneReplayResponse'];
export type OneScheduledReportResponse = components['schemas']['OneScheduledReportResponse'];
export type OneSegmentResponse = components['schemas']['OneSegmentResponse'];
export type OneSenderResponse = components['schemas']['OneSenderResponse'];
export type OneTagResponse = components['schemas']['OneTagResponse'];
export type OneTemplateResponse = components['schemas']['OneTemplateResponse'];
export type OneVersionResponse = components['schemas']['OneVersionResponse'];
export type OneWebhookResponse = components['schemas']['OneWebhookResponse'];
export type OptionsResponse = components['schemas']['OptionsResponse'];
export type OrderChangedResponse = components['schemas']['OrderChangedResponse'];
export type OrderItemMembers = components['schemas']['OrderItemMembers'];
export type OrderItemResponse = components['schemas']['OrderItemResponse'];
export type OrderReportedResponse = components['schemas']['OrderReportedResponse'];
export type OrderResponse = components['schemas']['OrderResponse'];
export type OrdersPage = components['schemas']['OrdersPage'];
export type OrdersReportedResponse = components['schemas']['OrdersReportedResponse'];
export type OrdersResponse = components['schemas']['OrdersResponse'];
export type OtherCurrencyResponse = components['schemas']['OtherCurrencyResponse'];
export type OverlapResponse = components['schemas']['OverlapResponse'];
export type OverviewEmailStatsResponse = components['schemas']['OverviewEmailStatsResponse'];
export type OverviewResponse = components['schemas']['OverviewResponse'];
export type OverviewRevenueResponse = components['schemas']['OverviewRevenueResponse'];
export type PreviewCampaignDto = components['schemas']['PreviewCampaignDto'];
export type PreviousBouncesResponse = components['schemas']['PreviousBouncesResponse'];
export type PreviousComplaintsResponse = components['schemas']['PreviousComplaintsResponse'];
export type PreviousRevenueResponse = components['schemas']['PreviousRevenueResponse'];
export type PreviousUnsubscribesResponse = components['schemas']['PreviousUnsubscribesResponse'];
export type ProviderFeedbackResponse = components['schemas']['ProviderFeedbackResponse'];
export type RateIntervalResponse = components['schemas']['RateIntervalResponse'];
export type ReactionResponse = components['schemas']['ReactionResponse'];
export type ReactionsResponse = components['schemas']['ReactionsResponse'];
export type RecentActivityResponse = components['schemas']['RecentActivityResponse'];
export type RecentBounceResponse = components['schemas']['RecentBounceResponse'];
export type RecentComplaintResponse = components['schemas']['RecentComplaintResponse'];
export type RecentUnsubscribeResponse = components['schemas']['RecentUnsubscribeResponse'];
export type RedeliveryResponse = components['schemas']['RedeliveryResponse'];
export type RefundOrderDto = components['schemas']['RefundOrderDto'];
export type RefundResponse = components['schemas']['RefundResponse'];
export type RefundedResponse = components['schemas']['RefundedResponse'];
export type RefusedContactResponse = components['schemas']['RefusedContactResponse'];
export type RenderTemplateDto = components['schemas']['RenderTemplateDto'];
export type RenderedTemplateResponse = components['schemas']['RenderedTemplateResponse'];
export type ReplaceCustomFieldsDto = components['schemas']['ReplaceCustomFieldsDto'];
export type ReplayDto = components['schemas']['ReplayDto'];
export type ReplayResponse = components['schemas']['ReplayResponse'];
export type ReplayStartedResponse = components['schemas']['ReplayStartedResponse'];
export type ReportMetaResponse = components['schemas']['ReportMetaResponse'];
export type ReportOptionsResponse = components['schemas']['ReportOptionsResponse'];
export type ReportOrderDto = components['schemas']['ReportOrderDto'];
export type ReportOrdersDto = components['schemas']['ReportOrdersDto'];
export type ResendCampaignDto = components['schemas']['ResendCampaignDto'];
export type ResendResponse = components['schemas']['ResendResponse'];
export type RestoreVersionDto = components['schemas']['RestoreVersionDto'];
export type RevenueAttributionResponse = components['schemas']['RevenueAttributionResponse'];
export type RevenueContactResponse = components['schemas']['RevenueContactResponse'];
export type RevenueDayResponse = components['schemas']['RevenueDayResponse'];
export type RevenueOfCampaignsResponse = components['schemas']['RevenueOfCampaignsResponse'];
export type RevenueOfContactsResponse = components['schemas']['RevenueOfContactsResponse'];
export type RevenueResponse = components['schemas']['RevenueResponse'];
export type RotateSecretDto = components['schemas']['RotateSecretDto'];
export type SaveSequencesDto = components['schemas']['SaveSequencesDto'];
export type ScheduleCampaignDto = components['schemas']['ScheduleCampaignDto'];
export type ScheduledReportRemovedResponse = components['schemas']['ScheduledReportRemovedResponse'];
export type ScheduledReportResponse = components['schemas']['ScheduledReportResponse'];
export type ScheduledReportRunResponse = components['schemas']['ScheduledReportRunResponse'];
export type ScheduledReportSavedResponse = components['schemas']['ScheduledReportSavedResponse'];
export type ScheduledReportSettingsDto = components['schemas']['ScheduledReportSettingsDto'];
export type ScheduledReportSettingsResponse = components['schemas']['ScheduledReportSettingsResponse'];
export type ScheduledReportStartedResponse = components['schemas']['ScheduledReportStartedResponse'];
export type ScheduledReportsResponse = components['schemas']['ScheduledReportsResponse'];
export type ScoreBandResponse = components['schemas']['ScoreBandResponse'];
export type ScoreFormulaResponse = components['schemas']['ScoreFormulaResponse'];
export type ScorePointsResponse = components['schemas']['ScorePointsResponse'];
export type SecretRotatedResponse = components['schemas']['SecretRotatedResponse'];
export type SegmentChoiceDto = components['schemas']['SegmentChoiceDto'];
export type SegmentChoiceResponse = components['schemas']['SegmentChoiceResponse'];
export type SegmentCountResponse = components['schemas']['SegmentCountResponse'];
export type SegmentRemovedResponse = components['schemas']['SegmentRemovedResponse'];
export type SegmentResponse = components['schemas']['SegmentResponse'];
export type SegmentSavedResponse = components['schemas']['SegmentSavedResponse'];
export type SegmentationResponse = components['schemas']['SegmentationResponse'];
export type SegmentsResponse = components['schemas']['SegmentsResponse'];
export type SendDoubleOptInDto = components['schemas']['SendDoubleOptInDto'];
export type SendTestEmailDto = components['schemas']['SendTestEmailDto'];
export type SendWindowDto = components['schemas']['SendWindowDto'];
export type SendWindowResponse = components['schemas']['SendWindowResponse'];
export type SenderListResponse = components['schemas']['SenderListResponse'];
export type SenderRemovedResponse = components['schemas']['SenderRemovedResponse'];
export type SenderResponse = components['schemas']['SenderResponse'];
export type SenderSavedResponse = components['schemas']['SenderSavedResponse'];
export type SenderTestResponse = components['schemas']['SenderTestResponse'];
export type SendingProgressResponse = components['schemas']['SendingProgressResponse'];
export type SequenceInsightResponse = components['schemas']['SequenceInsightResponse'];
export type SequencePerformanceResponse = components['schemas']['SequencePerformanceResponse'];
export type SequenceResponse = components['schemas']['SequenceResponse'];
export type SequenceStatsResponse = components['schemas']['SequenceStatsResponse'];
export type SequencesResponse = components['schemas']['SequencesResponse'];
export type SettleDto = components['schemas']['SettleDto'];
export type SettledResponse = components['schemas']['SettledResponse'];
export type SimulateFunnelDto = components['schemas']['SimulateFunnelDto'];
export type SimulatedContactResponse = components['schemas']['SimulatedContactResponse'];
export type SimulatedStepResponse = components['schemas']['SimulatedStepResponse'];
export type SimulatedWaitResponse = components['schemas']['SimulatedWaitResponse'];
export type SimulationResponse = components['schemas']['SimulationResponse'];
export type SpamComplaintsResponse = components['schemas']['SpamComplaintsResponse'];
export type StateOfCampaignResponse = components['schemas']['StateOfCampaignResponse'];
export type StepConversionResponse = components['schemas']['StepConversionResponse'];
export type SubscriberGrowthResponse = components['schemas']['SubscriberGrowthResponse'];
export type SubscribersAttachedResponse = components['schemas']['SubscribersAttachedResponse'];
export type SubscribersDetachedResponse = components['schemas']['SubscribersDetachedResponse'];
export type SuppressionPage = components['schemas']['SuppressionPage'];
export type SuppressionRemovedResponse = components['schemas']['SuppressionRemovedResponse'];
export type SuppressionResponse = components['schemas']['SuppressionResponse'];
export type SuppressionsAddedResponse = components['schemas']['SuppressionsAddedResponse'];
export type SuppressionsRemovedResponse = components['schemas']['SuppressionsRemovedResponse'];
export type SuppressionsResponse = components['schemas']['SuppressionsResponse'];
export type TagCreatedResponse = components['schemas']['TagCreatedResponse'];
export type TagRemovedResponse = components['schemas']['TagRemovedResponse'];
export type TagReportsResponse = components['schemas']['TagReportsResponse'];
export type TagResponse = components['schemas']['TagResponse'];
export type TagUpdatedResponse = components['schemas']['TagUpdatedResponse'];
export type TagsResponse = components['schemas']['TagsResponse'];
export type TemplateRemovedResponse = components['schemas']['TemplateRemovedResponse'];
export type TemplateResponse = components['schemas']['TemplateResponse'];
export type TemplateWrittenResponse = components['schemas']['TemplateWrittenResponse'];
export type TemplatesPage = components['schemas']['TemplatesPage'];
export type TemplatesResponse = components['schemas']['TemplatesResponse'];
export type TestCallResponse = components['schemas']['TestCallResponse'];
export type TestMailResponse = components['schemas']['TestMailResponse'];
export type TestMailsResponse = components['schemas']['TestMailsResponse'];
export type TestReportResponse = components['schemas']['TestReportResponse'];
export type TestSenderDto = components['schemas']['TestSenderDto'];
export type TestStepResponse = components['schemas']['TestStepResponse'];
export type TestedVariantResponse = components['schemas']['TestedVariantResponse'];
export type ThrottleDto = components['schemas']['ThrottleDto'];
export type ThrottleResponse = components['schemas']['ThrottleResponse'];
export type TimelineItemResponse = components['schemas']['TimelineItemResponse'];
export type TimelinePageResponse = components['schemas']['TimelinePageResponse'];
export type TimelineResponse = components['schemas']['TimelineResponse'];
export type TopCampaignResponse = components['schemas']['TopCampaignResponse'];
export type TopContactResponse = components['schemas']['TopContactResponse'];
export type TopSubscriberResponse = components['schemas']['TopSubscriberResponse'];
export type TopSubscribersResponse = components['schemas']['TopSubscribersResponse'];
export type TracedStepResponse = components['schemas']['TracedStepResponse'];
export type TrackEventDto = components['schemas']['TrackEventDto'];
export type TrackedEventResponse = components['schemas']['TrackedEventResponse'];
export type TrackedEventsPage = components['schemas']['TrackedEventsPage'];
export type TrackedEventsResponse = components['schemas']['TrackedEventsResponse'];
export type TriggerFiredResponse = components['schemas']['TriggerFiredResponse'];
export type TriggerResponse = components['schemas']['TriggerResponse'];
export type TriggersResponse = components['schemas']['TriggersResponse'];
export type TroubleResponse = components['schemas']['TroubleResponse'];
export type UnsubscribeDayResponse = components['schemas']['UnsubscribeDayResponse'];
export type UnsubscribeMethodResponse = components['schemas']['UnsubscribeMethodResponse'];
export type UnsubscribeRatesResponse = components['schemas']['UnsubscribeRatesResponse'];
export type UnsubscribeReasonResponse = components['schemas']['UnsubscribeReasonResponse'];
export type UnsubscribeTotalsResponse = components['schemas']['UnsubscribeTotalsResponse'];
export type UnsubscriberResponse = components['schemas']['UnsubscriberResponse'];
export type UnsubscribersPage = components['schemas']['UnsubscribersPage'];
export type UnsubscribersResponse = components['schemas']['UnsubscribersResponse'];
export type UnsubscribesResponse = components['schemas']['UnsubscribesResponse'];
export type UpdateCampaignDto = components['schemas']['UpdateCampaignDto'];
export type UpdateCompanyDto = components['schemas']['UpdateCompanyDto'];
export type UpdateContactDto = components['schemas']['UpdateContactDto'];
export type UpdateCustomFieldDto = components['schemas']['UpdateCustomFieldDto'];
export type UpdateFunnelDto = components['schemas']['UpdateFunnelDto'];
export type UpdateListDto = components['schemas']['UpdateListDto'];
export type UpdateScheduledReportDto = components['schemas']['UpdateScheduledReportDto'];
export type UpdateSegmentDto = components['schemas']['UpdateSegmentDto'];
export type UpdateSenderDto = components['schemas']['UpdateSenderDto'];
export type UpdateTagDto = components['schemas']['UpdateTagDto'];
export type UpdateTemplateDto = components['schemas']['UpdateTemplateDto'];
export type UpdateWebhookDto = components['schemas']['UpdateWebhookDto'];
export type VariantAnalysisResponse = components['schemas']['VariantAnalysisResponse'];
export type VersionResponse = components['schemas']['VersionResponse'];
export type VersionWithStepsResponse = components['schemas']['VersionWithStepsResponse'];
export type VersionsResponse = components['schemas']['VersionsResponse'];
export type WaitingAtStepResponse = components['schemas']['WaitingAtStepResponse'];
export type WarmupDto = components['schemas']['WarmupDto'];
export type WarmupResponse = components['schemas']['WarmupResponse'];
export type WebhookCreatedResponse = components['schemas']['WebhookCreatedResponse'];
export type WebhookListResponse = components['schemas']['WebhookListResponse'];
export type WebhookRemovedResponse = components['schemas']['WebhookRemovedResponse'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhookUpdatedResponse = components['schemas']['WebhookUpdatedResponse'];
export type WhyCheckResponse = components['schemas']['WhyCheckResponse'];
export type WhyResponse = components['schemas']['WhyResponse'];
export type WordOptionResponse = components['schemas']['WordOptionResponse'];
export type WriteNoteDto = components['schemas']['WriteNoteDto'];
export type $defs = Record<string, never>;
export interface operations {
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only what this manager did, by username */
                manager?: string;
                /** @description Only what came by this door */
                source?: "api" | "command_line";
                /** @description Only what was done like this */
                action?: "created" | "updated" | "deleted" | "changed" | "exported";
                /** @description Only records of this kind */
                record_type?: string;
                /** @description Only this record; needs `record_type` */
                record_id?: number;
                /** @description Only calls of this route, as entries name it */
                route?: string;
                /** @description Only what the request did whose answer had this `X-Request-Id` */
                request_id?: string;
                /** @description Only what requests did that were sent with this `X-Request-Id` */
                client_request_id?: string;
                /** @description Done then or later */
                from?: string;
                /** @description Done then or earlier; a day is meant as a whole */
                to?: string;
                /** @description Entries per page */
                per_page?: number;
                /** @description `*`, or nothing, starts at the top; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogResponse"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionsResponse"];
                };
            };
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    watchBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `progress` whenever something is different, at most twice a second, and `end` when the job is over; `data` is the job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listBulkActionRows: {
        parameters: {
            query?: {
                /** @description Only rows of which that became; all when it is left out */
                outcome?: "created" | "updated" | "skipped" | "invalid" | "kept_status" | "undone" | "conflict";
                /** @description Rows per page */
                per_page?: number;
                /** @description `*`, or nothing, starts at the first row; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRowsResponse"];
                };
            };
        };
    };
    undoBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; it is done in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description Part of the title */
                searchBy?: string;
                /** @description The same as `searchBy` */
                search?: string;
                /** @description Only campaigns in one of these */
                statuses?: ("draft" | "scheduled" | "working" | "sent" | "paused" | "archived")[];
                /** @description `stats` adds what became of the mails of each */
                with?: "stats"[];
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title" | "status" | "created_at" | "updated_at" | "scheduled_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title" | "status" | "created_at" | "updated_at" | "scheduled_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignsResponse"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCampaignResponse"];
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRemovedResponse"];
                };
            };
        };
    };
    chooseAbTestWinner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseWinnerDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    archiveCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    listCampaignEmails: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Only mails that were clicked, viewed, not opened, failed or bounced */
                filter_type?: "click" | "view" | "unopened" | "failed" | "bounced";
                /** @description Only mails in this */
                status?: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
                /** @description Part of the address or the name */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignEmailsResponse"];
                };
            };
        };
    };
    listCampaignEmailHits: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
                /** @description Id of the mail */
                emailId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HitsResponse"];
                };
            };
        };
    };
    settleCampaignEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
                /** @description Id of the mail */
                emailId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledResponse"];
                };
            };
        };
    };
    estimateCampaignRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudienceEstimateResponse"];
                };
            };
        };
    };
    getCampaignLinkReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkReportResponse"];
                };
            };
        };
    };
    lintCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignLintResponse"];
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    previewCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPreviewResponse"];
                };
            };
        };
    };
    resendCampaignToFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    resendCampaignToUnopened: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    getCampaignRevenues: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Only orders in this currency; left out, all of them, and `total_revenue` is in the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRevenuesResponse"];
                };
            };
        };
    };
    scheduleCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCampaignDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    sendCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    sendCampaignTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTestEmailDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMailsResponse"];
                };
            };
        };
    };
    settleUnknownCampaignEmails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettleDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledResponse"];
                };
            };
        };
    };
    getCampaignStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStateResponse"];
                };
            };
        };
    };
    renameCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignTitleDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    unarchiveCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    unscheduleCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    listCampaignUnsubscribers: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribersResponse"];
                };
            };
        };
    };
    explainCampaignRecipient: {
        parameters: {
            query?: {
                /** @description Whose; either this or `contact_id` */
                email?: string;
                /** @description Whose; either this or `email` */
                contact_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyResponse"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description What the rows are sorted by; `ordered_at` when it is left out */
                sort_by?: "id" | "ordered_at" | "total";
                /** @description The same as `sort_by` */
                order_by?: "id" | "ordered_at" | "total";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Only orders in one of these states */
                status?: ("pending" | "processing" | "completed" | "cancelled" | "refunded")[];
                /** @description Only those of one shop */
                provider?: string;
                /** @description Only those of this contact */
                contact_id?: number;
                /** @description Only those that are put down to this campaign */
                campaign_id?: number;
                /** @description Only those in this currency */
                currency?: string;
                /** @description Ordered then or later */
                from?: string;
                /** @description Ordered then or earlier; a day is meant as a whole */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersResponse"];
                };
            };
        };
    };
    reportOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportOrderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderReportedResponse"];
                };
            };
        };
    };
    reportOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportOrdersDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersReportedResponse"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneOrderResponse"];
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOrderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderChangedResponse"];
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundOrderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundedResponse"];
                };
            };
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "name" | "contacts_count" | "created_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "name" | "contacts_count" | "created_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Parts of name, e-mail address or industry; every word must match */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompaniesResponse"];
                };
            };
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCompanyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyWrittenResponse"];
                };
            };
        };
    };
    attachContactsToCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembersDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersAttachedResponse"];
                };
            };
        };
    };
    attachContactsToCompaniesByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembersDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersAttachedResponse"];
                };
            };
        };
    };
    detachContactsFromCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembersDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersDetachedResponse"];
                };
            };
        };
    };
    detachContactsFromCompaniesByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembersDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersDetachedResponse"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCompanyResponse"];
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompanyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyWrittenResponse"];
                };
            };
        };
    };
    deleteCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyRemovedResponse"];
                };
            };
        };
    };
    listCompanyNotes: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Part of the title */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesResponse"];
                };
            };
        };
    };
    createCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNoteDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    updateCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNoteDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    deleteCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteRemovedResponse"];
                };
            };
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description `field_types` adds what types there are */
                with?: "field_types"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldsResponse"];
                };
            };
        };
    };
    replaceCustomFields: {
        parameters: {
            query?: {
                /** @description Go on even if values of contacts are lost */
                force?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceCustomFieldsDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSetSavedResponse"];
                };
            };
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomFieldDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSavedResponse"];
                };
            };
        };
    };
    updateCustomField: {
        parameters: {
            query?: {
                /** @description Go on even if values of contacts are lost */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the field */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomFieldDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSavedResponse"];
                };
            };
        };
    };
    deleteCustomField: {
        parameters: {
            query?: {
                /** @description Go on even if values of contacts are lost */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the field */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldRemovedResponse"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Which kinds: names, families such as `contact.*`, or `*`; all when left out. Names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
                types?: string[];
                /** @description `next_cursor` of the page before, `oldest` (default) or `latest` */
                after?: string;
                /** @description Events per page, at most */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListResponse"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Which kinds: names, families such as `contact.*`, or `*`; all when left out. Names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
                types?: string[];
                /** @description Where to begin: a cursor, `oldest` or `latest` (default). `Last-Event-ID` goes before it */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Goes on until one side hangs up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    reportReturnedMail: {
        parameters: {
            query?: {
                /** @description Whom it was sent to, when the mail server that passes it on knows and the message does not say */
                recipient?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description An object in JSON; in the other types the message itself */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackMessageDto"] | string;
                "message/rfc822": components["schemas"]["FeedbackMessageDto"] | string;
                "application/octet-stream": components["schemas"]["FeedbackMessageDto"] | string;
                "text/plain": components["schemas"]["FeedbackMessageDto"] | string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackMessageResponse"];
                };
            };
        };
    };
    listFeedbackProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackProvidersResponse"];
                };
            };
        };
    };
    listFunnels: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description Part of the title */
                search?: string;
                /** @description Only funnels in one of these */
                status?: ("draft" | "published" | "paused")[];
                /** @description What is shown beside the funnel */
                with?: ("subscribers_count" | "sequences")[];
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title" | "trigger_name" | "status" | "created_at" | "updated_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title" | "trigger_name" | "status" | "created_at" | "updated_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelsResponse"];
                };
            };
        };
    };
    createFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFunnelDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listFunnelActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionsResponse"];
                };
            };
        };
    };
    listFunnelTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggersResponse"];
                };
            };
        };
    };
    getFunnel: {
        parameters: {
            query?: {
                /** @description What is shown beside the funnel */
                with?: ("subscribers_count" | "sequences")[];
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneFunnelResponse"];
                };
            };
        };
    };
    updateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFunnelDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    deleteFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelRemovedResponse"];
                };
            };
        };
    };
    getFunnelConversionRates: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelConversionResponse"];
                };
            };
        };
    };
    duplicateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    getFunnelFigures: {
        parameters: {
            query?: {
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportResponse"];
                };
            };
        };
    };
    listFunnelSequences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SequencesResponse"];
                };
            };
        };
    };
    saveFunnelSequences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveSequencesDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    getFunnelSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the step */
                sequenceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SequenceInsightResponse"];
                };
            };
        };
    };
    simulateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateFunnelDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationResponse"];
                };
            };
        };
    };
    setFunnelStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelStatusDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listFunnelContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description `cancelled`: left before the end */
                status?: "active" | "completed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntriesResponse"];
                };
            };
        };
    };
    addContactsToFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddEntriesDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntriesAddedResponse"];
                };
            };
        };
    };
    removeContactFromFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the contact */
                subscriberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryRemovedResponse"];
                };
            };
        };
    };
    traceContactInFunnel: {
        parameters: {
            query?: {
                /** @description An earlier way of the contact; the newest unless it is named */
                entry_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the contact */
                subscriberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryTraceResponse"];
                };
            };
        };
    };
    listFunnelVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionsResponse"];
                };
            };
        };
    };
    getFunnelVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Number of the version, counted from 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneVersionResponse"];
                };
            };
        };
    };
    restoreFunnelVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Number of the version, counted from 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreVersionDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsResponse"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportFileDto"];
                "application/json": components["schemas"]["ImportRowsDto"];
            };
        };
        responses: {
            /** @description Accepted; it is done in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedImportResponse"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    watchImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `progress` whenever something is different, at most twice a second, and `end` when the job is over; `data` is the job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    downloadRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows that were refused as they came, with their number and the reason */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Only rows of which that became; all when it is left out */
                outcome?: "created" | "updated" | "skipped" | "invalid" | "kept_status" | "undone" | "conflict";
                /** @description Rows per page */
                per_page?: number;
                /** @description `*`, or nothing, starts at the first row; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRowsResponse"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; it is done in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description Part of title, slug or description */
                search?: string;
                /** @description Leave out totalCount and subscribersCount */
                exclude_counts?: boolean;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title" | "subscribers";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title" | "subscribers";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListsResponse"];
                };
            };
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateListDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCreatedResponse"];
                };
            };
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListResponse"];
                };
            };
        };
    };
    updateList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateListDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUpdatedResponse"];
                };
            };
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRemovedResponse"];
                };
            };
        };
    };
    listAbTestReports: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description Tests per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbTestingResponse"];
                };
            };
        };
    };
    getBounceReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BouncesResponse"];
                };
            };
        };
    };
    listCampaignReports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
                /** @description Refused: figures of campaigns are not kept by contact */
                lists?: number[];
                /** @description Refused: figures of campaigns are not kept by contact */
                tags?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReportsResponse"];
                };
            };
        };
    };
    getCampaignReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
                /** @description Refused: figures of campaigns are not kept by contact */
                lists?: number[];
                /** @description Refused: figures of campaigns are not kept by contact */
                tags?: number[];
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReportResponse"];
                };
            };
        };
    };
    getCampaignEmailStats: {
        parameters: {
            query?: {
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailStatsResponse"];
                };
            };
        };
    };
    exportCampaign: {
        parameters: {
            query?: {
                /** @description Of the file */
                format?: "csv" | "xlsx" | "json";
                /** @description What is in it, `basic` when left out: figures, mails, opens and clicks, orders. Sheets in xlsx, members in json, sections in csv */
                include?: ("basic" | "subscribers" | "activities" | "revenue")[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Written while it is sent, whatever its size. A file that breaks off is not complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getLiveCampaignReport: {
        parameters: {
            query?: {
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveCampaignResponse"];
                };
            };
        };
    };
    getEngagementScores: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngagementScoresResponse"];
                };
            };
        };
    };
    listFunnelReports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportsResponse"];
                };
            };
        };
    };
    getFunnelReport: {
        parameters: {
            query?: {
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportResponse"];
                };
            };
        };
    };
    getFunnelConversionReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelConversionResponse"];
                };
            };
        };
    };
    getLiveFunnelReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveFunnelResponse"];
                };
            };
        };
    };
    listListReports: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListReportsResponse"];
                };
            };
        };
    };
    getListReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLabelReportResponse"];
                };
            };
        };
    };
    getReportOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportOptionsResponse"];
                };
            };
        };
    };
    getOverviewReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
        };
    };
    getRevenueReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueResponse"];
                };
            };
        };
    };
    getRevenueByCampaign: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueOfCampaignsResponse"];
                };
            };
        };
    };
    getRevenueByContact: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueOfContactsResponse"];
                };
            };
        };
    };
    listScheduledReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportsResponse"];
                };
            };
        };
    };
    createScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduledReportDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportSavedResponse"];
                };
            };
        };
    };
    getScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneScheduledReportResponse"];
                };
            };
        };
    };
    updateScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScheduledReportDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportSavedResponse"];
                };
            };
        };
    };
    deleteScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportRemovedResponse"];
                };
            };
        };
    };
    runScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportStartedResponse"];
                };
            };
        };
    };
    getSegmentationAnalysis: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description By what contacts are told apart */
                dimension?: "list" | "tag" | "segment" | "country" | "contact_type" | "domain" | "engagement";
                /** @description How many groups, the largest ones. Segments are at most 20, those made first; `engagement` has always six */
                limit?: number;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentationResponse"];
                };
            };
        };
    };
    getSpamComplaintReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpamComplaintsResponse"];
                };
            };
        };
    };
    getActivityReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
        };
    };
    getGrowthReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description `hour` for at most 90 days; weeks begin on Monday */
                group_by?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrowthResponse"];
                };
            };
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description Of the file */
                format?: "csv" | "xlsx" | "json" | "ndjson";
                /** @description Parts of e-mail address or names; every word must match */
                search?: string;
                /** @description Contacts with any of these tags */
                tags?: number[];
                /** @description Contacts in any of these lists */
                lists?: number[];
                /** @description Contacts of any of these companies */
                company_ids?: number[];
                /** @description Contacts with any of these statuses */
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                /** @description Contacts in this segment */
                segment_id?: number;
                /** @description Contacts that match this rule of the filter language, as JSON */
                filters?: string;
                /** @description Whether custom values are columns when no `columns` are named */
                custom_fields?: boolean;
                /** @description Which columns, in this order; custom values by the slug of their field. All when left out */
                columns?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Written while it is sent, whatever its size. A file that breaks off is not complete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listTagReports: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagReportsResponse"];
                };
            };
        };
    };
    getTagReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLabelReportResponse"];
                };
            };
        };
    };
    getTopContacts: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
                /** @description By what they are ranked */
                metric?: "engagement" | "revenue" | "activity";
                /** @description How many */
                limit?: number;
                /** @description The currency to report in (ISO 4217). Left out, the configured one, or the one of most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopSubscribersResponse"];
                };
            };
        };
    };
    getUnsubscribeReport: {
        parameters: {
            query?: {
                /** @description Ranges end today and count it */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day, required with `custom` */
                start_date?: string;
                /** @description Last local day, included, required with `custom` */
                end_date?: string;
                /** @description What growth is measured against; with `none` it is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts that are in any of these lists now */
                lists?: number[];
                /** @description Only contacts that have any of these tags now */
                tags?: number[];
                /** @description Add the opens and clicks of scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribesResponse"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Part of title, slug or description */
                search?: string;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentsResponse"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSegmentDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentSavedResponse"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSegmentResponse"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSegmentDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentSavedResponse"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentRemovedResponse"];
                };
            };
        };
    };
    countSegmentContacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentCountResponse"];
                };
            };
        };
    };
    explainSegment: {
        parameters: {
            query: {
                /** @description Id of the contact whose place in the segment is in question */
                contact_id: number;
            };
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationResponse"];
                };
            };
        };
    };
    listSegmentContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "email" | "created_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "email" | "created_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Include `custom_values` */
                custom_fields?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsPage"];
                };
            };
        };
    };
    listSenders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderListResponse"];
                };
            };
        };
    };
    createSender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSenderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderSavedResponse"];
                };
            };
        };
    };
    getSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSenderResponse"];
                };
            };
        };
    };
    updateSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSenderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderSavedResponse"];
                };
            };
        };
    };
    deleteSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRemovedResponse"];
                };
            };
        };
    };
    testSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestSenderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderTestResponse"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "email" | "created_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "email" | "created_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Parts of e-mail address or names; every word must match */
                search?: string;
                /** @description Contacts with any of these tags */
                tags?: number[];
                /** @description Contacts in any of these lists */
                lists?: number[];
                /** @description Contacts of any of these companies */
                company_ids?: number[];
                /** @description Contacts with any of these statuses */
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                /** @description Contacts in this segment */
                segment_id?: number;
                /** @description Contacts that match this rule of the filter language, as JSON */
                filters?: string;
                /** @description Include `custom_values` */
                custom_fields?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsPage"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactCreatedResponse"];
                };
            };
        };
    };
    addOrUpdateContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAddUpdateDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAddUpdateResponse"];
                };
            };
        };
    };
    startBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoBulkActionDto"];
            };
        };
        responses: {
            /** @description It is done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionDoneResponse"];
                };
            };
            /** @description A job will do it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionQueuedResponse"];
                };
            };
        };
    };
    mergeContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeContactsDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsMergedResponse"];
                };
            };
        };
    };
    trackEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackEventDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTrackedResponse"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: {
                /** @description What to add to the contact; `custom_values` is short for `subscriber.custom_values` */
                with?: ("stats" | "custom_fields" | "subscriber.custom_values" | "companies" | "commerce_stat" | "custom_values")[];
                /** @description With id 0: the address of the contact; a blank inside is a plus sign */
                get_by_email?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact; 0 with `get_by_email` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactResponse"];
                };
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpdatedResponse"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDeletedResponse"];
                };
            };
        };
    };
    listContactConsents: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentsResponse"];
                };
            };
        };
    };
    eraseContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseContactDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureResponse"];
                };
            };
        };
    };
    exportContactData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `person`, and by the parts of the product whatever else is kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    listContactNotes: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Part of the title */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesResponse"];
                };
            };
        };
    };
    createContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNoteDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    updateContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNoteDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    deleteContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteRemovedResponse"];
                };
            };
        };
    };
    sendDoubleOptIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendDoubleOptInDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoubleOptInResponse"];
                };
            };
        };
    };
    getContactTimeline: {
        parameters: {
            query?: {
                /** @description Items per page */
                per_page?: number;
                /** @description `*`, or nothing, starts at the top; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineResponse"];
                };
            };
        };
    };
    listTrackedEvents: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedEventsResponse"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description Only addresses, or only domains */
                kind?: "address" | "domain";
                /** @description Exactly this address or domain */
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsResponse"];
                };
            };
        };
    };
    addSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSuppressionsDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsAddedResponse"];
                };
            };
        };
    };
    deleteSuppressionByValue: {
        parameters: {
            query: {
                /** @description An address or a domain */
                value: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsRemovedResponse"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the suppression */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionRemovedResponse"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Part of title, slug or description */
                search?: string;
                /** @description Leave out totalCount and subscribersCount */
                exclude_counts?: boolean;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title" | "subscribers";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title" | "subscribers";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsResponse"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTagDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagCreatedResponse"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneTagResponse"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTagDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagUpdatedResponse"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagRemovedResponse"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description Part of title or description */
                search?: string;
                /** @description What the rows are sorted by; `id` when it is left out */
                sort_by?: "id" | "title" | "created_at" | "updated_at";
                /** @description The same as `sort_by` */
                order_by?: "id" | "title" | "created_at" | "updated_at";
                /** @description Which way, in any case of letters; `DESC` when it is left out */
                sort_order?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description The same as `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatesResponse"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplateDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateWrittenResponse"];
                };
            };
        };
    };
    renderTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderTemplateDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedTemplateResponse"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneTemplateResponse"];
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplateDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateWrittenResponse"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateRemovedResponse"];
                };
            };
        };
    };
    fireTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A name of one of their families */
                trigger_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FireTriggerDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerFiredResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreatedResponse"];
                };
            };
        };
    };
    triggerFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelTriggerDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelTriggeredResponse"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhookResponse"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookUpdatedResponse"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRemovedResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Which page */
                page?: number;
                /** @description `*` starts a walk through everything; pass `next_cursor` to go on */
                cursor?: string;
                /** @description `pending` waits for an attempt or a retry */
                status?: "pending" | "success" | "failed";
            };
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryListResponse"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the delivery */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneDeliveryResponse"];
                };
            };
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the delivery */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryResponse"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayStartedResponse"];
                };
            };
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the replay */
                replayId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneReplayResponse"];
                };
            };
        };
    };
    cancelWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the replay */
                replayId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneReplayResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecretDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRotatedResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestCallResponse"];
                };
            };
        };
    };
    webhook_contact_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdatedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeletedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_status_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactStatusChangedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_tag_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTagAddedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_tag_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTagRemovedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_list_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListAddedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_list_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListRemovedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_sent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSentCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_opened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailOpenedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_clicked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailClickedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_bounced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailBouncedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_spam_complaint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSpamComplaintCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_unsubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailUnsubscribedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_sent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignSentCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_paused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPausedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_resumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignResumedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberAddedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_exited: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberExitedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_sequence_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSequenceCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_refunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderRefundedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_revenue_recorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceRevenueRecordedCall"];
            };
        };
        responses: {
            /** @description Received. Anything else, or nothing within 30 seconds, is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
